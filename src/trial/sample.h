// A seeded sample, for --limit: the first ones of a list are often of one kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay::trial {

// `count` different places below `all`, in order; all of them where there are no more. The same
// with the same seed.
std::vector<size_t> SamplePlaces(size_t all, size_t count, uint64_t seed);

}  // namespace assay::trial
