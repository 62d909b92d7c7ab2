#include "campaign/graph_draws.h"

#include <algorithm>
#include <vector>

#include "campaign/mcmc.h"
#include "ops/schema.h"

namespace assay::campaign {
namespace {

// Most people's models are of these; older ones have forms of their own, newer ones operators.
struct Opsets {
  int oldest, newest;
  double weight;
};
constexpr Opsets kOpsetRanges[] = {{7, 12, 0.15}, {13, 22, 0.55}, {23, ops::kNewestOpset, 0.30}};

}  // namespace

int DrawOpset(Rng& rng, int oldest, int newest) {
  std::vector<Opsets> taken;
  std::vector<double> weights;
  for (const Opsets& range : kOpsetRanges) {
    const Opsets part = {std::max(range.oldest, oldest), std::min(range.newest, newest), 0};
    if (part.oldest > part.newest) continue;
    taken.push_back(part);
    weights.push_back(range.weight);
  }
  if (taken.empty()) return std::clamp(oldest, kOpsetRanges[0].oldest, ops::kNewestOpset);
  const Opsets& range = taken[DrawWeighted(weights, rng)];
  return static_cast<int>(rng.Int(range.oldest, range.newest));
}

DType MainType(Rng& rng) {
  const double type = rng.Unit();
  return type < 0.55   ? DType::kFloat32
         : type < 0.67 ? DType::kFloat64
         : type < 0.80 ? DType::kFloat16
         : type < 0.85 ? DType::kBfloat16
         : type < 0.93 ? DType::kInt64
                       : DType::kInt32;
}

}  // namespace assay::campaign
