// SSIM-AE (Bergmann et al., 2018): an autoencoder with a bottleneck of one pixel; what it cannot
// restore shows as low structural similarity between the image and its reconstruction.
#include <cmath>

#include "base/strings.h"
#include "zoo/inputs.h"
#include "zoo/layers.h"

namespace assay::zoo {
namespace {

constexpr int64_t kWindow = 11;

struct Stage {
  int64_t filters, kernel, stride;
};
constexpr Stage kEncoder[] = {{32, 4, 2}, {32, 4, 2},  {32, 3, 1}, {64, 4, 2},
                              {64, 3, 1}, {128, 4, 2}, {64, 3, 1}, {32, 3, 1}};

ValueId Encode(Builder& b, ValueId x, int64_t divisor, int64_t bottleneck) {
  int number = 1;
  for (const Stage& stage : kEncoder) {
    x = Conv(b, StrCat("encoder/conv", number), x, stage.filters / divisor,
             {.kernel = stage.kernel, .stride = stage.stride, .bias = true});
    x = Activate(b, StrCat("encoder/leaky_relu", number++), x, Act::kLeakyRelu);
  }
  // The last one covers the whole map.
  return Conv(b, StrCat("encoder/conv", number), x, bottleneck,
              {.kernel = b.dim(x, 2), .padding = Padding::kValid, .bias = true});
}

ValueId Decode(Builder& b, ValueId x, int64_t divisor, int64_t side) {
  int number = 1;
  x = ConvTranspose(b, "decoder/deconv1", x, 32 / divisor, side, 1, 0);
  for (size_t i = std::size(kEncoder); i-- > 0;) {
    const Stage& stage = kEncoder[i];
    const int64_t filters = i == 0 ? 3 : kEncoder[i - 1].filters / divisor;
    x = Activate(b, StrCat("decoder/leaky_relu", number++), x, Act::kLeakyRelu);
    x = ConvTranspose(b, StrCat("decoder/deconv", number), x, filters, stage.kernel, stage.stride,
                      1);
  }
  return Activate(b, "decoder/sigmoid", x, Act::kSigmoid);
}

Tensor GaussianWindow(int64_t channels) {
  constexpr double kDeviation = 1.5;
  double line[kWindow], sum = 0;
  for (int64_t i = 0; i < kWindow; ++i) {
    const double x = static_cast<double>(i - kWindow / 2);
    sum += line[i] = std::exp(-x * x / (2 * kDeviation * kDeviation));
  }
  std::vector<float> out;
  for (int64_t c = 0; c < channels; ++c)
    for (int64_t i = 0; i < kWindow * kWindow; ++i)
      out.push_back(static_cast<float>(line[i / kWindow] * line[i % kWindow] / (sum * sum)));
  return FloatTensor({channels, 1, kWindow, kWindow}, std::move(out));
}

// 1 - SSIM of two images within 0 to 1, averaged over channels.
class SsimMap {
 public:
  explicit SsimMap(Builder& b, int64_t channels)
      : b_(b), channels_(channels), window_(b.Weight("ssim", "window", GaussianWindow(channels))) {}

  ValueId Run(ValueId x, ValueId y) {
    const ValueId mean_x = Blur("mean_x", x), mean_y = Blur("mean_y", y);
    const ValueId xx = Mul("mean_xx", mean_x, mean_x), yy = Mul("mean_yy", mean_y, mean_y);
    const ValueId xy = Mul("mean_xy", mean_x, mean_y);
    const ValueId var_x = Sub("var_x", Blur("square_x", Mul("xx", x, x)), xx);
    const ValueId var_y = Sub("var_y", Blur("square_y", Mul("yy", y, y)), yy);
    const ValueId cov = Sub("cov", Blur("product", Mul("xy", x, y)), xy);
    const ValueId above = Mul("above", Plus("luminance", Twice("twice_xy", xy), kC1),
                              Plus("structure", Twice("twice_cov", cov), kC2));
    const ValueId below = Mul("below", Plus("means", Add(b_, "mean_sum", xx, yy), kC1),
                              Plus("variances", Add(b_, "var_sum", var_x, var_y), kC2));
    ValueId map = b_.Op("ReduceMean", "ssim", {b_.Op("Div", "ratio", {above, below})},
                        {{"axes", std::vector<int64_t>{1}}, {"keepdims", int64_t{1}}});
    return b_.Op("Sub", "residual", {b_.Scalar("residual", "one", 1), map});
  }

 private:
  static constexpr float kC1 = 1e-4f, kC2 = 9e-4f;  // (0.01)^2 and (0.03)^2

  ValueId Blur(std::string_view layer, ValueId x) {
    return b_.Op("Conv", layer, {x, window_}, {{"group", channels_}});
  }
  ValueId Mul(std::string_view layer, ValueId x, ValueId y) { return b_.Op("Mul", layer, {x, y}); }
  ValueId Sub(std::string_view layer, ValueId x, ValueId y) { return b_.Op("Sub", layer, {x, y}); }
  ValueId Twice(std::string_view layer, ValueId x) {
    return Mul(layer, x, b_.Scalar(layer, "by", 2));
  }
  ValueId Plus(std::string_view layer, ValueId x, float c) {
    return b_.Op("Add", layer, {x, b_.Scalar(layer, "constant", c)});
  }

  Builder& b_;
  int64_t channels_;
  ValueId window_;
};

}  // namespace

Subject BuildSsimAe(Size size, Rng& rng) {
  Builder b("ssim-ae", kOpset, size, rng);
  const int64_t side = b.Pick<int64_t>(32, 128), divisor = b.Pick<int64_t>(8, 1);
  const ValueId image = b.Input("image", Texture(rng, side, Norm::kUnit));
  const ValueId code = Encode(b, image, divisor, b.Pick<int64_t>(12, 100));
  const ValueId restored = Decode(b, code, divisor, side / 16);
  b.Head();
  b.Output(SsimMap(b, 3).Run(image, restored), "residual_map");
  b.Output(restored, "reconstruction");
  return b.Finish();
}

}  // namespace assay::zoo
