// Seeded weights, scaled to the data they will meet.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.h"
#include "tensor/tensor.h"

namespace assay::zoo {

// Moments: what is expected of a value before running, per channel: mean and variance.
//
// The builder carries them along so that weights, biases and normalisation statistics fit the data
// that will arrive, as in a trained network, without running it. Channels are taken as normal and
// independent; that is crude, but random weights make it hold on average. Only sums, products and
// square roots are used: the same numbers on every machine.
struct Moments {
  // One entry per channel (axis 1), or a single one for all.
  std::vector<float> mean = {0};
  std::vector<float> var = {1};

  static Moments Of(double mean, double var);
  bool uniform() const { return mean.size() == 1; }
  float mean_of(int64_t channel) const {
    return mean[uniform() ? 0 : static_cast<size_t>(channel)];
  }
  float var_of(int64_t channel) const { return var[uniform() ? 0 : static_cast<size_t>(channel)]; }
  // One entry that stands for all channels.
  Moments Pooled() const;
  // Each channel `times` times, as flattening an image does.
  Moments Repeated(int64_t times) const;
};

Moments AfterRelu(const Moments& x);
Moments AfterScale(const Moments& x, double scale);
Moments AfterAdd(const Moments& a, const Moments& b);
// The largest of `window` neighbours, which resemble each other.
Moments AfterMaxPool(const Moments& x, int64_t window);
Moments AfterAveragePool(const Moments& x, int64_t window);
// The channels of all parts in order; `channels` are their numbers.
Moments Concatenated(std::span<const Moments> parts, std::span<const int64_t> channels);

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
