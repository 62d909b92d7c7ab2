// ResNet-50 (He et al., 2015; stride in the 3x3 convolution, as in all later implementations):
// bottleneck blocks 3-4-6-3. For CIFAR-10 the stem is one 3x3 convolution without pooling.
#include "zoo/resnet.h"

#include <numeric>

#include "base/strings.h"
#include "zoo/inputs.h"

namespace assay::zoo {
namespace {

// What all residual branches together add to the stream, in units of its variance.
constexpr double kBranchesGain = 0.5;

struct Block {
  int64_t inner, outer, stride, dilation;
  double gain;
};

ValueId Bottleneck(Builder& b, std::string_view name, ValueId x, const Block& block) {
  const Builder::Scope scope(b, name);
  ValueId y = Conv(b, "conv1", x, block.inner, {.kernel = 1});
  y = Activate(b, "relu1", BatchNorm(b, "bn1", y), Act::kRelu);
  y = Conv(b, "conv2", y, block.inner, {.stride = block.stride, .dilation = block.dilation});
  y = Activate(b, "relu2", BatchNorm(b, "bn2", y), Act::kRelu);
  y = BatchNorm(b, "bn3", Conv(b, "conv3", y, block.outer, {.kernel = 1}), 1e-5, block.gain);
  if (block.stride != 1 || b.dim(x, 1) != block.outer)
    x = BatchNorm(b, "downsample.1",
                  Conv(b, "downsample.0", x, block.outer, {.kernel = 1, .stride = block.stride}));
  return Activate(b, "relu", Add(b, "add", y, x), Act::kRelu);
}

ValueId Stem(Builder& b, ValueId x, const ResNetPlan& plan) {
  x = plan.small_stem ? Conv(b, "conv1", x, plan.width)
                      : Conv(b, "conv1", x, plan.width, {.kernel = 7, .stride = 2});
  x = Activate(b, "relu", BatchNorm(b, "bn1", x), Act::kRelu);
  return plan.small_stem ? x : MaxPool(b, "maxpool", x, {.kernel = 3, .stride = 2, .padding = 1});
}

Subject ResNet50(std::string_view name, bool cifar, Size size, Rng& rng) {
  Builder b(name, kOpset, size, rng);
  const int64_t image = cifar ? b.Pick<int64_t>(16, 32) : b.Pick<int64_t>(32, 224);
  ValueId x = b.Input("image", Photo(rng, image, cifar ? Norm::kCifar10 : Norm::kImageNet));
  ResNetPlan plan{.width = b.Pick<int64_t>(4, 64), .small_stem = cifar};
  x = ResNetStages(b, x, plan).back();
  b.Head();
  x = Flatten(b, "flatten", GlobalAveragePool(b, "avgpool", x));
  b.Output(Linear(b, "fc", x, cifar ? 10 : b.Pick<int64_t>(16, 1000)), "logits");
  return b.Finish();
}

}  // namespace

std::vector<ValueId> ResNetStages(Builder& b, ValueId x, const ResNetPlan& plan) {
  x = Stem(b, x, plan);
  std::vector<ValueId> out;
  int64_t dilation = 1;
  const double gain = kBranchesGain / std::accumulate(plan.blocks.begin(), plan.blocks.end(), 0);
  for (int stage = 0; stage < plan.stages; ++stage) {
    const int64_t base = plan.width << stage;
    const bool dilated = stage >= 4 - plan.dilated_stages;
    // The first block of a dilated stage still has the dilation of the stage before.
    Block block = {base * plan.wider, 4 * base, stage == 0 || dilated ? 1 : 2, dilation, gain};
    for (int i = 0; i < plan.blocks[static_cast<size_t>(stage)]; ++i) {
      x = Bottleneck(b, StrCat("layer", stage + 1, ".", i), x, block);
      if (i == 0 && dilated) dilation *= 2;
      block.stride = 1;
      block.dilation = dilation;
    }
    out.push_back(x);
  }
  return out;
}

Subject BuildResNet50Cifar10(Size size, Rng& rng) {
  return ResNet50("resnet50-cifar10", true, size, rng);
}

Subject BuildResNet50ImageNet(Size size, Rng& rng) {
  return ResNet50("resnet50-imagenet", false, size, rng);
}

}  // namespace assay::zoo
