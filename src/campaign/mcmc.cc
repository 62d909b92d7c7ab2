#include "campaign/mcmc.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace assay::campaign {

size_t NextOperator(const std::vector<double>& scores, int last, double p, Rng& rng) {
  const auto most = static_cast<int64_t>(scores.size()) - 1;
  if (last < 0 || last > most) return static_cast<size_t>(rng.Int(0, most));
  std::vector<size_t> ranked(scores.size());
  std::iota(ranked.begin(), ranked.end(), size_t{0});
  for (int64_t i = most; i > 0; --i)
    std::swap(ranked[static_cast<size_t>(i)], ranked[static_cast<size_t>(rng.Int(0, i))]);
  std::ranges::stable_sort(ranked, [&](size_t a, size_t b) { return scores[a] > scores[b]; });
  const auto k1 = std::ranges::find(ranked, static_cast<size_t>(last)) - ranked.begin();
  // Ends: rank k1 itself is accepted with certainty.
  while (true) {
    const int64_t k2 = rng.Int(0, most);
    if (rng.Unit() < std::pow(1 - p, static_cast<double>(k2 - k1)))
      return ranked[static_cast<size_t>(k2)];
  }
}

size_t DrawWeighted(const std::vector<double>& weights, Rng& rng) {
  double at = rng.Unit() * std::accumulate(weights.begin(), weights.end(), 0.0);
  for (size_t i = 0; i < weights.size(); ++i)
    if ((at -= weights[i]) < 0) return i;
  return weights.size() - 1;
}

}  // namespace assay::campaign
