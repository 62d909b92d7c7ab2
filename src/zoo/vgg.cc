// VGG-16 and VGG-19 (Simonyan and Zisserman, 2014), configurations D and E. For CIFAR-10: batch
// normalisation after each convolution and one hidden linear layer of 512, as is usual there.
#include "zoo/vgg.h"

#include <algorithm>

#include "base/strings.h"
#include "zoo/inputs.h"

namespace assay::zoo {
namespace {

ValueId Hidden(Builder& b, std::string_view layer, ValueId x, int64_t features) {
  const Builder::Scope scope(b, layer);
  x = Activate(b, "relu", Linear(b, "fc", x, features), Act::kRelu);
  return Dropout(b, "drop", x, 0.5f);
}

Subject Vgg(std::string_view name, std::array<int, 5> convolutions, bool cifar, Size size,
            Rng& rng) {
  Builder b(name, kOpset, size, rng);
  const int64_t image = cifar ? 32 : b.Pick<int64_t>(32, 224);
  ValueId x = b.Input("image", Photo(rng, image, cifar ? Norm::kCifar10 : Norm::kImageNet));
  VggPlan plan{.convolutions = convolutions, .width = b.Pick<int64_t>(4, 64), .batch_norm = cifar};
  x = Flatten(b, "flatten", VggFeatures(b, x, plan));
  b.Head();
  if (cifar) {
    x = Hidden(b, "classifier", x, b.Pick<int64_t>(64, 512));
  } else {
    x = Hidden(b, "fc6", x, b.Pick<int64_t>(64, 4096));
    x = Hidden(b, "fc7", x, b.Pick<int64_t>(64, 4096));
  }
  b.Output(Linear(b, "fc8", x, cifar ? 10 : b.Pick<int64_t>(16, 1000)), "logits");
  return b.Finish();
}

}  // namespace

ValueId VggStage(Builder& b, ValueId x, const VggPlan& plan, int stage) {
  const int64_t filters = std::min(plan.width << stage, 8 * plan.width);
  for (int i = 0; i < plan.convolutions[static_cast<size_t>(stage)]; ++i) {
    const Builder::Scope scope(b, StrCat("conv", stage + 1, "_", i + 1));
    x = Conv(b, "conv", x, filters, {.bias = true});
    if (plan.batch_norm) x = BatchNorm(b, "bn", x);
    x = Activate(b, "relu", x, Act::kRelu);
  }
  return x;
}

ValueId VggFeatures(Builder& b, ValueId x, const VggPlan& plan) {
  for (int stage = 0; stage < 5; ++stage)
    x = MaxPool(b, StrCat("pool", stage + 1), VggStage(b, x, plan, stage));
  return x;
}

Subject BuildVgg16Cifar10(Size size, Rng& rng) {
  return Vgg("vgg16-cifar10", {2, 2, 3, 3, 3}, true, size, rng);
}

Subject BuildVgg16ImageNet(Size size, Rng& rng) {
  return Vgg("vgg16-imagenet", {2, 2, 3, 3, 3}, false, size, rng);
}

Subject BuildVgg19(Size size, Rng& rng) { return Vgg("vgg19", {2, 2, 4, 4, 4}, false, size, rng); }

}  // namespace assay::zoo
