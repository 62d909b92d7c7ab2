// MobileNet v1 (Howard et al., 2017) with TensorFlow's padding, and v2 (Sandler et al., 2018) with
// inverted residuals; rectifiers that end at 6.
#include "zoo/mobilenet.h"

#include "base/strings.h"
#include "zoo/inputs.h"

namespace assay::zoo {
namespace {

constexpr double kMobilenetBranchGain = 0.06;
constexpr int64_t kSmallDivisor = 8;

ValueId Residual(Builder& b, std::string_view name, ValueId x, int64_t expansion, int64_t filters,
                 int64_t stride) {
  const Builder::Scope scope(b, name);
  ValueId y = x;
  if (expansion != 1)
    y = ConvBn(b, "expand", y, expansion * b.dim(x, 1), {.kernel = 1}, Act::kRelu6);
  {
    const Builder::Scope depthwise(b, "depthwise");
    y = BatchNorm(b, "bn", DepthwiseConv(b, "conv", y, {.stride = stride}));
    y = Activate(b, "relu6", y, Act::kRelu6);
  }
  const bool adds = stride == 1 && b.dim(x, 1) == filters;
  y = Conv(b, "project/conv", y, filters, {.kernel = 1});
  y = BatchNorm(b, "project/bn", y, 1e-5, adds ? kMobilenetBranchGain : 1);
  return adds ? Add(b, "add", x, y) : y;
}

}  // namespace

std::vector<ValueId> MobileNetV1Layers(Builder& b, ValueId x, int64_t divisor) {
  constexpr double kEpsilon = 1e-3;
  constexpr Padding kPadding = Padding::kSameUpper;
  struct Layer {
    int64_t filters, stride;
  };
  static constexpr Layer kLayers[] = {{64, 1},  {128, 2},  {128, 1}, {256, 2}, {256, 1},
                                      {512, 2}, {512, 1},  {512, 1}, {512, 1}, {512, 1},
                                      {512, 1}, {1024, 2}, {1024, 1}};
  x = ConvBn(b, "conv_0", x, 32 / divisor, {.stride = 2, .padding = kPadding}, Act::kRelu6,
             kEpsilon);
  std::vector<ValueId> out;
  for (const Layer& layer : kLayers) {
    const Builder::Scope scope(b, StrCat("conv_", out.size() + 1));
    x = DepthwiseConv(b, "depthwise/conv", x, {.stride = layer.stride, .padding = kPadding});
    x = Activate(b, "depthwise/relu6", BatchNorm(b, "depthwise/bn", x, kEpsilon), Act::kRelu6);
    x = ConvBn(b, "pointwise", x, layer.filters / divisor, {.kernel = 1}, Act::kRelu6, kEpsilon);
    out.push_back(x);
  }
  return out;
}

Subject BuildMobileNetV1(Size size, Rng& rng) {
  Builder b("mobilenet-v1", kOpset, size, rng);
  ValueId x = b.Input("image", Photo(rng, b.Pick<int64_t>(32, 224), Norm::kSigned));
  x = MobileNetV1Layers(b, x, b.Pick(kSmallDivisor, int64_t{1})).back();
  b.Head();
  x = GlobalAveragePool(b, "avg_pool", x);
  // The classifier of v1 is a 1x1 convolution.
  x = Conv(b, "conv_preds", x, b.Pick<int64_t>(16, 1000), {.kernel = 1, .bias = true});
  x = Flatten(b, "flatten", x);
  b.Output(Softmax(b, "softmax", x, 1), "probabilities");
  return b.Finish();
}

Subject BuildMobileNetV2(Size size, Rng& rng) {
  Builder b("mobilenet-v2", kOpset, size, rng);
  const int64_t divisor = b.Pick(kSmallDivisor, int64_t{1});
  ValueId x = b.Input("image", Photo(rng, b.Pick<int64_t>(32, 224), Norm::kImageNet));
  x = ConvBn(b, "features.0", x, 32 / divisor, {.stride = 2}, Act::kRelu6);
  int number = 1;
  for (const InvertedResidual& row : kMobileNetV2)
    for (int64_t i = 0; i < row.repeats; ++i)
      x = Residual(b, StrCat("features.", number++), x, row.expansion, row.channels / divisor,
                   i == 0 ? row.stride : 1);
  x = ConvBn(b, StrCat("features.", number), x, 1280 / divisor, {.kernel = 1}, Act::kRelu6);
  b.Head();
  x = Flatten(b, "flatten", GlobalAveragePool(b, "avgpool", x));
  x = Dropout(b, "classifier.0", x, 0.2f);
  b.Output(Linear(b, "classifier.1", x, b.Pick<int64_t>(16, 1000)), "logits");
  return b.Finish();
}

}  // namespace assay::zoo
