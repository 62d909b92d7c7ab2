#include "trial/sample.h"

#include <algorithm>
#include <numeric>

#include "base/rng.h"

namespace assay::trial {

std::vector<size_t> SamplePlaces(size_t all, size_t count, uint64_t seed) {
  std::vector<size_t> out(all);
  std::iota(out.begin(), out.end(), size_t{0});
  Rng rng(seed);
  const size_t wanted = std::min(all, count);
  for (size_t i = 0; i < wanted; ++i) {
    const int64_t at = rng.Int(static_cast<int64_t>(i), static_cast<int64_t>(all) - 1);
    std::swap(out[i], out[static_cast<size_t>(at)]);
  }
  out.resize(wanted);
  std::ranges::sort(out);
  return out;
}

}  // namespace assay::trial
