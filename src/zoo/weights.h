// Seeded weights, scaled to the data they will meet.
#pragma once

#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "tensor/tensor.h"
#include "zoo/moments.h"

namespace assay::zoo {

// Near to normal with deviation 1, from one draw: weights come by the hundred million.
float QuickNormal(Rng& rng);

// A tensor of normal values.
Tensor NormalTensor(Rng& rng, const Shape& shape, double mean, double deviation);
Tensor UniformTensor(Rng& rng, const Shape& shape, double lo, double hi);
Tensor FloatTensor(const Shape& shape, std::vector<float> values);

// How a filter's weight spreads over its taps.
enum class Shaping {
  kNormal,  // all alike, as after random initialisation
  // Two strong taps and many weak ones. The sum of magnitudes, by which worst-case bounds grow from
  // layer to layer, stays near the deviation, by which values grow: the reference can judge the
  // outputs of a deep network.
  kPeaked,
};

// Weights [filters, channels / groups, taps...] for an input with moments `in`.
struct FilterPlan {
  Shape shape;
  int64_t groups = 1;
  Shaping shaping = Shaping::kNormal;
  // Wanted mean variance of the results.
  double gain = 1;
  // For each tap the share of positions at which it lies within the image, not in the padding.
  std::vector<double> coverage = {1.0};
};

struct Filters {
  Tensor weights;
  Moments out;  // of the results, one entry per filter, without bias
};

Filters DrawFilters(Rng& rng, const FilterPlan& plan, const Moments& in);

}  // namespace assay::zoo
