// Moments: what is expected of a value before running, per channel: mean and variance.
//
// The builder carries them along so that weights, biases and normalisation statistics fit the data
// that will arrive, as in a trained network, without running it. Channels are taken as normal and
// independent; that is crude, but random weights make it hold on average. Only sums, products and
// square roots are used: the same numbers on every machine.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace assay::zoo {

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

}  // namespace assay::zoo
