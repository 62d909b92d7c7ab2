// SSD with ResNet-50 and a feature pyramid (RetinaNet, Lin et al., 2017): levels P3 to P7, and
// towers of four convolutions whose weights all levels share while each level has its own
// normalisation.
#include <cmath>

#include "base/strings.h"
#include "zoo/detection.h"
#include "zoo/inputs.h"
#include "zoo/resnet.h"

namespace assay::zoo {
namespace {

constexpr int kTowerDepth = 4;
constexpr double kFpnEpsilon = 1e-3;

// P3 to P7 from the last three stages.
std::vector<ValueId> Pyramid(Builder& b, const std::vector<ValueId>& stages, int64_t width) {
  const Builder::Scope scope(b, "fpn");
  ValueId x = Conv(b, "lateral5", stages[3], width, {.kernel = 1, .bias = true});
  std::vector<ValueId> levels = {x};
  for (size_t i = 2; i >= 1; --i) {
    const ValueId lateral =
        Conv(b, StrCat("lateral", i + 2), stages[i], width, {.kernel = 1, .bias = true});
    x = Add(b, StrCat("add", i + 2), Upsample(b, StrCat("upsample", i + 2), x, 2), lateral);
    levels.insert(levels.begin(), Conv(b, StrCat("smooth", i + 2), x, width, {.bias = true}));
  }
  for (const int number : {6, 7}) {
    x = Conv(b, StrCat("conv", number), levels.back(), width, {.stride = 2, .bias = true});
    levels.push_back(Activate(b, StrCat("relu", number), x, Act::kRelu));
  }
  return levels;
}

// The predictions of all levels in one list.
ValueId SharedTower(Builder& b, std::string_view name, std::vector<ValueId> levels, int64_t anchors,
                    int64_t values) {
  const Builder::Scope scope(b, name);
  for (int depth = 0; depth < kTowerDepth; ++depth) {
    const std::string layer = StrCat("conv", depth);
    const ConvWeights shared = MakeConvWeights(b, layer, levels[0], b.dim(levels[0], 1), {});
    for (size_t i = 0; i < levels.size(); ++i) {
      const Builder::Scope level(b, StrCat("p", i + 3));
      const ValueId y =
          BatchNorm(b, StrCat("bn", depth), ConvWith(b, layer, levels[i], shared, {}), kFpnEpsilon);
      levels[i] = Activate(b, StrCat("relu6_", depth), y, Act::kRelu6);
    }
  }
  const ConvOptions options = {.bias = true, .gain = 0.5};
  const ConvWeights shared = MakeConvWeights(b, "predictor", levels[0], anchors * values, options);
  std::vector<ValueId> lists;
  for (size_t i = 0; i < levels.size(); ++i) {
    const Builder::Scope level(b, StrCat("p", i + 3));
    lists.push_back(
        CellList(b, "list", ConvWith(b, "predictor", levels[i], shared, options), values));
  }
  return Concat(b, "concat", lists, 1);
}

// Two scales per octave, three aspect ratios; boxes of four times the stride.
std::vector<BoxShape> BoxShapesOf(int64_t grid) {
  std::vector<BoxShape> out;
  for (const double scale : {1.0, std::sqrt(2.0)})
    for (const double aspect : {1.0, 2.0, 0.5}) {
      const double side = 4 * scale / static_cast<double>(grid);
      out.push_back({side / std::sqrt(aspect), side * std::sqrt(aspect)});
    }
  return out;
}

}  // namespace

Subject BuildSsdResNet50Fpn(Size size, Rng& rng) {
  Builder b("ssd-resnet50-fpn", kOpset, size, rng);
  const int64_t classes = b.Pick<int64_t>(6, 91);
  const ValueId image = b.Input("image", Photo(rng, b.Pick<int64_t>(64, 640), Norm::kImageNet));
  ResNetPlan plan{.width = b.Pick<int64_t>(3, 64)};
  const std::vector<ValueId> levels =
      Pyramid(b, ResNetStages(b, image, plan), b.Pick<int64_t>(12, 256));
  std::vector<Anchor> anchors;
  for (const ValueId level : levels) {
    const std::vector<Anchor> more =
        GridAnchors(b.dim(level, 2), b.dim(level, 3), BoxShapesOf(b.dim(level, 2)));
    anchors.insert(anchors.end(), more.begin(), more.end());
  }
  const auto per_cell = static_cast<int64_t>(BoxShapesOf(1).size());
  b.Head();
  const ValueId offsets = SharedTower(b, "box_tower", levels, per_cell, 4);
  const ValueId scores = SharedTower(b, "class_tower", levels, per_cell, classes);
  b.Output(DecodeBoxes(b, "decode", offsets, anchors), "boxes");
  b.Output(b.Op("Sigmoid", "scores", {scores}), "scores");
  return b.Finish();
}

}  // namespace assay::zoo
