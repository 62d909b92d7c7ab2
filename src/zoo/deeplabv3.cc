// DeepLab v3 (Chen et al., 2017): ResNet-101 whose last stage dilates instead of halving (output
// stride 16), then convolutions at rates 6, 12 and 18 beside pooling of the whole image.
#include "base/strings.h"
#include "zoo/inputs.h"
#include "zoo/resnet.h"

namespace assay::zoo {
namespace {

ValueId Aspp(Builder& b, ValueId x, int64_t width) {
  const Builder::Scope scope(b, "aspp");
  std::vector<ValueId> branches = {ConvBn(b, "conv1x1", x, width, {.kernel = 1})};
  for (const int64_t rate : {6, 12, 18})
    branches.push_back(ConvBn(b, StrCat("rate", rate), x, width, {.dilation = rate}));
  ValueId pooled = GlobalAveragePool(b, "pooling/avgpool", x);
  pooled = ConvBn(b, "pooling", pooled, width, {.kernel = 1});
  branches.push_back(ResizeTo(b, "pooling/resize", pooled, b.dim(x, 2), b.dim(x, 3)));
  x = ConvBn(b, "project", Concat(b, "concat", branches), width, {.kernel = 1});
  return Dropout(b, "dropout", x, 0.5f);
}

}  // namespace

Subject BuildDeepLabV3(Size size, Rng& rng) {
  Builder b("deeplabv3", kOpset, size, rng);
  const int64_t image = b.Pick<int64_t>(33, 513);
  ResNetPlan plan{.blocks = {3, 4, 23, 3}, .width = b.Pick<int64_t>(2, 64), .dilated_stages = 1};
  ValueId x = b.Input("image", Photo(rng, image, Norm::kImageNet));
  x = ResNetStages(b, x, plan).back();
  b.Head();
  x = Aspp(b, x, b.Pick<int64_t>(8, 256));
  x = Conv(b, "classifier", x, b.Pick<int64_t>(6, 21), {.kernel = 1, .bias = true});
  b.Output(ResizeTo(b, "resize", x, image, image), "logits");
  return b.Finish();
}

}  // namespace assay::zoo
