// Xception (Chollet, 2016): separable convolutions in entry, middle (eight times) and exit flow,
// with residual connections around them.
#include "base/strings.h"
#include "zoo/inputs.h"
#include "zoo/layers.h"

namespace assay::zoo {
namespace {

constexpr double kXceptionEpsilon = 1e-3;
constexpr double kXceptionBranchGain = 0.06;
constexpr PoolOptions kXceptionHalving = {.kernel = 3, .stride = 2, .padding = 1};

// Depthwise and pointwise convolution, then normalisation.
ValueId Separable(Builder& b, std::string_view name, ValueId x, int64_t filters, double gain = 1) {
  const Builder::Scope scope(b, name);
  x = DepthwiseConv(b, "depthwise", x, {});
  return BatchNorm(b, "bn", Conv(b, "pointwise", x, filters, {.kernel = 1}), kXceptionEpsilon,
                   gain);
}

// Two separable convolutions and a pool beside a strided 1x1 convolution.
ValueId DownBlock(Builder& b, std::string_view name, ValueId x, int64_t first, int64_t second,
                  bool leading_relu) {
  const Builder::Scope scope(b, name);
  ValueId y = leading_relu ? Activate(b, "sepconv1_act", x, Act::kRelu) : x;
  y = Activate(b, "sepconv2_act", Separable(b, "sepconv1", y, first), Act::kRelu);
  y = MaxPool(b, "pool", Separable(b, "sepconv2", y, second), kXceptionHalving);
  ValueId residual = Conv(b, "shortcut/conv", x, second, {.kernel = 1, .stride = 2});
  residual = BatchNorm(b, "shortcut/bn", residual, kXceptionEpsilon);
  return Add(b, "add", y, residual);
}

ValueId MiddleBlock(Builder& b, std::string_view name, ValueId x, int64_t filters) {
  const Builder::Scope scope(b, name);
  ValueId y = x;
  for (int i = 1; i <= 3; ++i) {
    y = Activate(b, StrCat("sepconv", i, "_act"), y, Act::kRelu);
    y = Separable(b, StrCat("sepconv", i), y, filters, i == 3 ? kXceptionBranchGain : 1);
  }
  return Add(b, "add", y, x);
}

}  // namespace

Subject BuildXception(Size size, Rng& rng) {
  Builder b("xception", kOpset, size, rng);
  const auto width = [&](int64_t full) { return b.Pick(full / 16, full); };
  ValueId x = b.Input("image", Photo(rng, b.Pick<int64_t>(47, 299), Norm::kSigned));
  x = ConvBn(b, "block1/conv1", x, width(32), {.stride = 2, .padding = Padding::kValid}, Act::kRelu,
             kXceptionEpsilon);
  x = ConvBn(b, "block1/conv2", x, width(64), {.padding = Padding::kValid}, Act::kRelu,
             kXceptionEpsilon);
  x = DownBlock(b, "block2", x, width(128), width(128), false);
  x = DownBlock(b, "block3", x, width(256), width(256), true);
  x = DownBlock(b, "block4", x, width(728), width(728), true);
  for (int i = 5; i <= 12; ++i) x = MiddleBlock(b, StrCat("block", i), x, width(728));
  x = DownBlock(b, "block13", x, width(728), width(1024), true);
  x = Activate(b, "block14/sepconv1_act", Separable(b, "block14/sepconv1", x, width(1536)),
               Act::kRelu);
  x = Activate(b, "block14/sepconv2_act", Separable(b, "block14/sepconv2", x, width(2048)),
               Act::kRelu);
  b.Head();
  x = Flatten(b, "flatten", GlobalAveragePool(b, "avg_pool", x));
  x = Linear(b, "predictions", x, b.Pick<int64_t>(16, 1000));
  b.Output(Softmax(b, "softmax", x, 1), "probabilities");
  return b.Finish();
}

}  // namespace assay::zoo
