// DenseNet-121 (Huang et al., 2016): blocks of 6, 12, 24 and 16 layers, each of which sees all
// before it.
#include <array>

#include "base/strings.h"
#include "zoo/inputs.h"
#include "zoo/layers.h"

namespace assay::zoo {
namespace {

constexpr std::array<int, 4> kBlocks = {6, 12, 24, 16};

ValueId NormRelu(Builder& b, std::string_view norm, std::string_view relu, ValueId x) {
  return Activate(b, relu, BatchNorm(b, norm, x), Act::kRelu);
}

ValueId DenseLayer(Builder& b, std::string_view name, ValueId x, int64_t growth) {
  const Builder::Scope scope(b, name);
  ValueId y = Conv(b, "conv1", NormRelu(b, "norm1", "relu1", x), 4 * growth, {.kernel = 1});
  y = Conv(b, "conv2", NormRelu(b, "norm2", "relu2", y), growth);
  return Concat(b, "concat", {x, y});
}

ValueId Transition(Builder& b, std::string_view name, ValueId x) {
  const Builder::Scope scope(b, name);
  x = Conv(b, "conv", NormRelu(b, "norm", "relu", x), b.dim(x, 1) / 2, {.kernel = 1});
  return AveragePool(b, "pool", x);
}

}  // namespace

Subject BuildDenseNet121(Size size, Rng& rng) {
  Builder b("densenet121", kOpset, size, rng);
  const int64_t growth = b.Pick<int64_t>(3, 32);
  ValueId x = b.Input("image", Photo(rng, b.Pick<int64_t>(32, 224), Norm::kImageNet));
  x = Conv(b, "conv0", x, 2 * growth, {.kernel = 7, .stride = 2});
  x = NormRelu(b, "norm0", "relu0", x);
  x = MaxPool(b, "pool0", x, {.kernel = 3, .stride = 2, .padding = 1});
  for (int block = 1; block <= 4; ++block) {
    for (int i = 1; i <= kBlocks[static_cast<size_t>(block - 1)]; ++i)
      x = DenseLayer(b, StrCat("denseblock", block, "/denselayer", i), x, growth);
    if (block < 4) x = Transition(b, StrCat("transition", block), x);
  }
  x = NormRelu(b, "norm5", "relu5", x);
  b.Head();
  x = Flatten(b, "flatten", GlobalAveragePool(b, "avgpool", x));
  b.Output(Linear(b, "classifier", x, b.Pick<int64_t>(16, 1000)), "logits");
  return b.Finish();
}

}  // namespace assay::zoo
