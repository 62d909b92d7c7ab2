// OpenPose (Cao et al., 2017): ten layers of VGG-19, then six stages of two branches, for limbs
// (part affinity fields) and for joints (confidence maps); each stage sees the features and both
// results before it.
#include "base/strings.h"
#include "zoo/inputs.h"
#include "zoo/vgg.h"

namespace assay::zoo {
namespace {

constexpr int kStages = 6;

ValueId ConvRelu(Builder& b, std::string_view layer, ValueId x, int64_t filters, int64_t kernel) {
  x = Conv(b, StrCat(layer, "/conv"), x, filters, {.kernel = kernel, .bias = true});
  return Activate(b, StrCat(layer, "/relu"), x, Act::kRelu);
}

ValueId Features(Builder& b, ValueId x, int64_t width) {
  VggPlan plan{.convolutions = {2, 2, 4, 2, 0}, .width = width};
  for (int stage = 0; stage < 3; ++stage)
    x = MaxPool(b, StrCat("pool", stage + 1), VggStage(b, x, plan, stage));
  x = VggStage(b, x, plan, 3);
  x = ConvRelu(b, "conv4_3_CPM", x, 4 * width, 3);
  return ConvRelu(b, "conv4_4_CPM", x, 2 * width, 3);
}

// The first stage has three 3x3 convolutions and a wide 1x1, later ones five 7x7 and a narrow 1x1.
ValueId Branch(Builder& b, std::string_view name, ValueId x, int stage, int64_t width,
               int64_t outputs) {
  const Builder::Scope scope(b, name);
  const int count = stage == 1 ? 3 : 5;
  for (int i = 1; i <= count; ++i)
    x = ConvRelu(b, StrCat("Mconv", i), x, width, stage == 1 ? 3 : 7);
  x = ConvRelu(b, StrCat("Mconv", count + 1), x, stage == 1 ? 4 * width : width, 1);
  return Conv(b, StrCat("Mconv", count + 2), x, outputs, {.kernel = 1, .bias = true});
}

}  // namespace

Subject BuildOpenPose(Size size, Rng& rng) {
  Builder b("openpose", kOpset, size, rng);
  const int64_t limbs = b.Pick<int64_t>(6, 38), joints = b.Pick<int64_t>(4, 19);
  const int64_t width = b.Pick<int64_t>(5, 128);
  const ValueId image = b.Input("image", Photo(rng, b.Pick<int64_t>(32, 368), Norm::kSigned));
  const ValueId features = Features(b, image, b.Pick<int64_t>(3, 64));
  b.Head();
  ValueId x = features, paf = kAbsent, heat = kAbsent;
  for (int stage = 1; stage <= kStages; ++stage) {
    paf = Branch(b, StrCat("stage", stage, "_L1"), x, stage, width, limbs);
    heat = Branch(b, StrCat("stage", stage, "_L2"), x, stage, width, joints);
    if (stage < kStages) x = Concat(b, StrCat("concat_stage", stage + 1), {paf, heat, features});
  }
  b.Output(paf, "pafs");
  b.Output(heat, "heatmaps");
  return b.Finish();
}

}  // namespace assay::zoo
