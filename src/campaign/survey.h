// Which uses of operators no target supports: a campaign that asked for them would learn nothing.
//
// One-node models, one per operator and element type, are tried on every target. A pair that every
// target states as a gap each time is left out of generated graphs. A target that takes long for a
// case is not asked and counts as supporting everything.
#pragma once

#include <cstdint>
#include <vector>

#include "lab/lab.h"

namespace assay::campaign {

// Keys as in generate::SupportKey. Deterministic for given versions of targets (up to which of them
// are fast enough to be asked).
std::vector<uint64_t> UnsupportedByAll(const std::vector<lab::Target>& targets, lab::Lab& lab,
                                       int jobs);

}  // namespace assay::campaign
