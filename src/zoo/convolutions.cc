// Convolutions, plain, depthwise and transposed, with weights scaled to their input.
#include <algorithm>
#include <cmath>

#include "base/strings.h"
#include "zoo/layers.h"

namespace assay::zoo {
namespace {

// A trained bias centres most of what a filter sees, not all of it.
constexpr double kBiasDeviation = 0.2;

struct Axis {
  int64_t in, kernel, stride, dilation;
  Padding padding;

  int64_t reach() const { return dilation * (kernel - 1) + 1; }
  int64_t pad() const {
    if (padding == Padding::kValid) return 0;
    if (padding == Padding::kSame) return dilation * (kernel - 1) / 2;
    const int64_t out = (in + stride - 1) / stride;
    return std::max<int64_t>((out - 1) * stride + reach() - in, 0) / 2;
  }
  int64_t out() const {
    if (padding == Padding::kSameUpper) return (in + stride - 1) / stride;
    return (in + 2 * pad() - reach()) / stride + 1;
  }
  // The share of results at which tap `t` lies within the image.
  double Coverage(int64_t t) const {
    int64_t inside = 0;
    for (int64_t o = 0; o < out(); ++o) {
      const int64_t at = o * stride - pad() + t * dilation;
      if (at >= 0 && at < in) ++inside;
    }
    return static_cast<double>(inside) / static_cast<double>(std::max<int64_t>(out(), 1));
  }
};

struct Window {
  Axis h, w;
};

Window WindowOf(const Shape& x, const ConvOptions& o) {
  const int64_t width = o.kernel_w == 0 ? o.kernel : o.kernel_w;
  return {{x[2], o.kernel, o.stride, o.dilation, o.padding},
          {x[3], width, o.stride, o.dilation, o.padding}};
}

std::vector<double> Coverage(const Window& window) {
  std::vector<double> out;
  for (int64_t i = 0; i < window.h.kernel; ++i)
    for (int64_t j = 0; j < window.w.kernel; ++j)
      out.push_back(window.h.Coverage(i) * window.w.Coverage(j));
  return out;
}

}  // namespace

Tensor CentringBias(Builder& b, Moments& out) {
  std::vector<float> bias;
  for (size_t i = 0; i < out.mean.size(); ++i) {
    const double rest = b.lift() + kBiasDeviation * double{QuickNormal(b.rng())};
    const double wanted = rest * std::sqrt(double{out.var[i]});
    bias.push_back(static_cast<float>(wanted) - out.mean[i]);
    out.mean[i] = static_cast<float>(wanted);
  }
  const auto count = static_cast<int64_t>(bias.size());
  return FloatTensor({count}, std::move(bias));
}

Filters DrawConvFilters(Builder& b, ValueId x, int64_t filters, const ConvOptions& o) {
  const Shape shape = b.shape(x);
  const Window window = WindowOf(shape, o);
  FilterPlan plan{.shape = {filters, shape[1] / o.groups, window.h.kernel, window.w.kernel},
                  .groups = o.groups,
                  .shaping = b.shaping(),
                  .gain = o.gain,
                  .coverage = Coverage(window)};
  return DrawFilters(b.rng(), plan, b.moments(x));
}

ConvWeights MakeConvWeights(Builder& b, std::string_view layer, ValueId x, int64_t filters,
                            const ConvOptions& o) {
  Filters drawn = DrawConvFilters(b, x, filters, o);
  ConvWeights out{.weight = b.Weight(layer, "weight", std::move(drawn.weights))};
  if (o.bias) out.bias = b.Weight(layer, "bias", CentringBias(b, drawn.out));
  out.out = std::move(drawn.out);
  return out;
}

ValueId ConvWith(Builder& b, std::string_view layer, ValueId x, const ConvWeights& weights,
                 const ConvOptions& o) {
  const Window window = WindowOf(b.shape(x), o);
  Attrs attrs = {{"kernel_shape", std::vector<int64_t>{window.h.kernel, window.w.kernel}},
                 {"strides", std::vector<int64_t>{o.stride, o.stride}},
                 {"dilations", std::vector<int64_t>{o.dilation, o.dilation}},
                 {"group", o.groups}};
  if (o.padding == Padding::kSameUpper)
    attrs.Set("auto_pad", std::string("SAME_UPPER"));
  else
    attrs.Set("pads",
              std::vector<int64_t>{window.h.pad(), window.w.pad(), window.h.pad(), window.w.pad()});
  std::vector<ValueId> inputs = {x, weights.weight};
  if (weights.bias != kAbsent) inputs.push_back(weights.bias);
  return b.SetMoments(b.Op("Conv", layer, std::move(inputs), std::move(attrs)), weights.out);
}

ValueId Conv(Builder& b, std::string_view layer, ValueId x, int64_t filters, const ConvOptions& o) {
  return ConvWith(b, layer, x, MakeConvWeights(b, layer, x, filters, o), o);
}

ValueId DepthwiseConv(Builder& b, std::string_view layer, ValueId x, ConvOptions options) {
  options.groups = b.dim(x, 1);
  return Conv(b, layer, x, options.groups, options);
}

ValueId ConvTranspose(Builder& b, std::string_view layer, ValueId x, int64_t filters,
                      int64_t kernel, int64_t stride, int64_t padding) {
  const int64_t channels = b.dim(x, 1);
  // Each result sums (kernel / stride)^2 taps of every channel.
  const auto taps = static_cast<double>(kernel * kernel) / static_cast<double>(stride * stride);
  FilterPlan plan{.shape = {channels, filters, kernel, kernel}, .shaping = b.shaping()};
  plan.coverage.assign(static_cast<size_t>(kernel * kernel), 1);
  const Moments in = b.moments(x).Pooled();
  Filters drawn = DrawFilters(b.rng(), plan, Moments::Of(0, 1));
  // Drawn with unit variance per channel over all filters and taps; results sum over channels.
  const double second = double{in.var[0]} + double{in.mean[0]} * in.mean[0];
  const double sum = second * static_cast<double>(channels) * taps /
                     static_cast<double>(filters * kernel * kernel);
  const auto weight = drawn.weights.as<float>();
  std::vector<float> scaled(weight.begin(), weight.end());
  const float scale = static_cast<float>(1 / std::sqrt(std::max(sum, 1e-6)));
  for (float& w : scaled) w *= scale;
  return b.SetMoments(
      b.Op("ConvTranspose", layer,
           {x, b.Weight(layer, "weight", FloatTensor(plan.shape, std::move(scaled))),
            b.Weight(layer, "bias", NormalTensor(b.rng(), {filters}, 0, kBiasDeviation))},
           {{"kernel_shape", std::vector<int64_t>{kernel, kernel}},
            {"strides", std::vector<int64_t>{stride, stride}},
            {"pads", std::vector<int64_t>{padding, padding, padding, padding}}}),
      Moments::Of(0, 1));
}

}  // namespace assay::zoo
