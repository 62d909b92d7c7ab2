// MobileNet v2 quantised to 8 bits, as exporters write it (QDQ form): batch normalisation folded,
// int8 weights with one scale per filter, uint8 activations, int32 biases; arithmetic between
// DequantizeLinear and QuantizeLinear.
#include <algorithm>
#include <cmath>

#include "base/strings.h"
#include "zoo/inputs.h"
#include "zoo/mobilenet.h"

namespace assay::zoo {
namespace {

constexpr double kInt8BranchGain = 0.06;

// Real numbers lo to hi as 0 to 255.
struct Range {
  double lo, hi;
  float scale() const { return static_cast<float>((hi - lo) / 255); }
  int64_t zero() const { return static_cast<int64_t>(std::nearbyint(-lo / double{scale()})); }
};

// A quantised value: its dequantised tensor and scale.
struct Quantized {
  ValueId value;
  float scale;
};

class QuantizedNet {
 public:
  QuantizedNet(Builder& b, int64_t divisor) : b_(b), divisor_(divisor) {}

  Quantized Quantize(std::string_view layer, ValueId x, const Range& range) {
    const Moments moments = b_.moments(x);
    const ValueId scale = b_.Scalar(layer, "scale", range.scale());
    const ValueId zero = b_.Weight(
        layer, "zero_point", MakeIntTensor(DType::kUint8, {}, std::vector<int64_t>{range.zero()}));
    const ValueId q = b_.Op("QuantizeLinear", StrCat(layer, "/quantize"), {x, scale, zero});
    const ValueId y = b_.Op("DequantizeLinear", StrCat(layer, "/dequantize"), {q, scale, zero});
    b_.SetMoments(y, moments);
    return {y, range.scale()};
  }

  // Convolution, Clip when `relu6`, quantisation of the result.
  Quantized Conv(std::string_view name, Quantized x, int64_t filters, ConvOptions options,
                 bool relu6, double gain = 1) {
    const Builder::Scope scope(b_, name);
    options.gain = gain;
    ConvWeights weights;
    const std::vector<float> scales = DrawWeights(x, filters, options, weights);
    weights.bias = DrawBias(x.scale, scales, weights.out);
    ValueId y = ConvWith(b_, "conv", x.value, weights, options);
    if (!relu6) return Quantize("result", y, SpreadOf(b_.moments(y)));
    y = Activate(b_, "relu6", y, Act::kRelu6);
    return Quantize("result", y, {0, 6});
  }

  Quantized Residual(std::string_view name, Quantized x, const InvertedResidual& row,
                     int64_t stride) {
    const Builder::Scope scope(b_, name);
    const int64_t channels = b_.dim(x.value, 1), filters = row.channels / divisor_;
    Quantized y = x;
    if (row.expansion != 1) y = Conv("expand", y, row.expansion * channels, {.kernel = 1}, true);
    const int64_t wide = b_.dim(y.value, 1);
    y = Conv("depthwise", y, wide, {.stride = stride, .groups = wide}, true);
    const bool adds = stride == 1 && channels == filters;
    y = Conv("project", y, filters, {.kernel = 1}, false, adds ? kInt8BranchGain : 1);
    if (!adds) return y;
    const ValueId sum = Add(b_, "add", x.value, y.value);
    return Quantize("sum", sum, SpreadOf(b_.moments(sum)));
  }

  // Gemm on [1, features].
  Quantized Linear(std::string_view name, Quantized x, int64_t features) {
    const Builder::Scope scope(b_, name);
    FilterPlan plan{.shape = {features, b_.dim(x.value, 1)}, .shaping = b_.shaping()};
    Filters drawn = DrawFilters(b_.rng(), plan, b_.moments(x.value));
    std::vector<float> scales;
    const ValueId weight = QuantizeWeights(drawn.weights, scales);
    const ValueId bias = DrawBias(x.scale, scales, drawn.out);
    const ValueId y = b_.Op("Gemm", "gemm", {x.value, weight, bias}, {{"transB", int64_t{1}}});
    b_.SetMoments(y, drawn.out);
    return Quantize("result", y, SpreadOf(drawn.out));
  }

  // Four deviations around the mean of all channels.
  static Range SpreadOf(const Moments& moments) {
    const Moments all = moments.Pooled();
    const double reach = 4 * std::sqrt(double{all.var[0]});
    return {std::min(all.mean[0] - reach, 0.0), std::max(all.mean[0] + reach, 0.0)};
  }

 private:
  std::vector<float> DrawWeights(const Quantized& x, int64_t filters, const ConvOptions& options,
                                 ConvWeights& weights) {
    Filters drawn = DrawConvFilters(b_, x.value, filters, options);
    std::vector<float> scales;
    weights.weight = QuantizeWeights(drawn.weights, scales);
    weights.out = std::move(drawn.out);
    return scales;
  }

  // int8, symmetric, one scale per filter; the dequantised weights.
  ValueId QuantizeWeights(const Tensor& weights, std::vector<float>& scales) {
    const auto values = weights.as<float>();
    const int64_t filters = weights.shape()[0];
    const auto length = values.size() / static_cast<size_t>(filters);
    std::vector<int64_t> quantized;
    for (size_t f = 0; f < static_cast<size_t>(filters); ++f) {
      const auto filter = values.subspan(f * length, length);
      float largest = 1e-6f;
      for (const float w : filter) largest = std::max(largest, std::abs(w));
      scales.push_back(largest / 127);
      for (const float w : filter)
        quantized.push_back(static_cast<int64_t>(std::nearbyint(w / scales.back())));
    }
    const ValueId q =
        b_.Weight("weight", "quantized", MakeIntTensor(DType::kInt8, weights.shape(), quantized));
    const ValueId zero = b_.Weight("weight", "zero_point", Tensor(DType::kInt8, {filters}));
    return b_.Op("DequantizeLinear", "weight/dequantize",
                 {q, b_.Weight("weight", "scale", FloatTensor({filters}, scales)), zero},
                 {{"axis", int64_t{0}}});
  }

  // int32 in units of the products, as integer kernels add it.
  ValueId DrawBias(float input_scale, const std::vector<float>& scales, Moments& out) {
    const Tensor bias = CentringBias(b_, out);
    std::vector<int64_t> quantized;
    std::vector<float> units;
    for (size_t i = 0; i < scales.size(); ++i) {
      units.push_back(input_scale * scales[i]);
      quantized.push_back(static_cast<int64_t>(
          std::nearbyint(bias.RealAt(static_cast<int64_t>(i)) / double{units.back()})));
    }
    const auto count = static_cast<int64_t>(scales.size());
    const ValueId q =
        b_.Weight("bias", "quantized", MakeIntTensor(DType::kInt32, {count}, quantized));
    return b_.Op("DequantizeLinear", "bias/dequantize",
                 {q, b_.Weight("bias", "scale", FloatTensor({count}, std::move(units)))},
                 {{"axis", int64_t{0}}});
  }

  Builder& b_;
  int64_t divisor_;
};

}  // namespace

Subject BuildMobileNetInt8(Size size, Rng& rng) {
  Builder b("mobilenet-int8", kOpset, size, rng);
  const int64_t divisor = b.Pick<int64_t>(8, 1);
  QuantizedNet net(b, divisor);
  const ValueId image = b.Input("image", Photo(rng, b.Pick<int64_t>(32, 224), Norm::kImageNet));
  // Black and white after normalisation.
  Quantized x = net.Quantize("image", image, {-2.2, 2.7});
  x = net.Conv("features.0", x, 32 / divisor, {.stride = 2}, true);
  int number = 1;
  for (const InvertedResidual& row : kMobileNetV2)
    for (int64_t i = 0; i < row.repeats; ++i)
      x = net.Residual(StrCat("features.", number++), x, row, i == 0 ? row.stride : 1);
  x = net.Conv(StrCat("features.", number), x, 1280 / divisor, {.kernel = 1}, true);
  b.Head();
  x = net.Quantize("avgpool/result", GlobalAveragePool(b, "avgpool", x.value), {0, 6});
  x = {Flatten(b, "flatten", x.value), x.scale};
  x = net.Linear("classifier", x, b.Pick<int64_t>(16, 1000));
  b.Output(x.value, "logits");
  return b.Finish();
}

}  // namespace assay::zoo
