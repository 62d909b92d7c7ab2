// SSD (Liu et al., 2015) with MobileNet v1: six feature maps, 1x1 predictors, decoded boxes, and
// non-maximum suppression at the end.
#include <cmath>

#include "base/strings.h"
#include "zoo/detection.h"
#include "zoo/inputs.h"
#include "zoo/mobilenet.h"

namespace assay::zoo {
namespace {

constexpr double kSsdMobilenetEpsilon = 1e-3;

// The last layers of the 16th and 32nd of the image, then four smaller maps.
std::vector<ValueId> FeatureMaps(Builder& b, ValueId image, int64_t divisor) {
  const std::vector<ValueId> layers = MobileNetV1Layers(b, image, divisor);
  std::vector<ValueId> maps = {layers[10], layers[12]};
  static constexpr int64_t kExtra[][2] = {{256, 512}, {128, 256}, {128, 256}, {64, 128}};
  for (int i = 0; i < 4; ++i) {
    const ValueId x = ConvBn(b, StrCat("extra", i, "/reduce"), maps.back(), kExtra[i][0] / divisor,
                             {.kernel = 1}, Act::kRelu6, kSsdMobilenetEpsilon);
    maps.push_back(ConvBn(b, StrCat("extra", i, "/expand"), x, kExtra[i][1] / divisor,
                          {.stride = 2, .padding = Padding::kSameUpper}, Act::kRelu6,
                          kSsdMobilenetEpsilon));
  }
  return maps;
}

// Sides from 0.2 to 0.95 of the image; the first map has three shapes, the others six.
std::vector<BoxShape> ShapesOf(int map) {
  const double side = 0.2 + 0.15 * map;
  if (map == 0) return {{0.1, 0.1}, {side * 0.7071, side * 1.4142}, {side * 1.4142, side * 0.7071}};
  std::vector<BoxShape> out;
  for (const double aspect : {1.0, 2.0, 0.5, 3.0, 1 / 3.0})
    out.push_back({side / std::sqrt(aspect), side * std::sqrt(aspect)});
  out.push_back({side + 0.07, side + 0.07});
  return out;
}

struct Predictions {
  ValueId offsets, scores;  // [1, N, 4], [1, N, classes]
  std::vector<Anchor> anchors;
};

Predictions Predict(Builder& b, const std::vector<ValueId>& maps, int64_t classes) {
  std::vector<ValueId> offsets, scores;
  Predictions out;
  for (size_t i = 0; i < maps.size(); ++i) {
    const Builder::Scope scope(b, StrCat("box_predictor", i));
    const std::vector<BoxShape> shapes = ShapesOf(static_cast<int>(i));
    const auto count = static_cast<int64_t>(shapes.size());
    const ConvOptions options = {.kernel = 1, .bias = true};
    offsets.push_back(
        CellList(b, "box_list", Conv(b, "box_encoding", maps[i], 4 * count, options), 4));
    scores.push_back(CellList(
        b, "class_list", Conv(b, "class_prediction", maps[i], classes * count, options), classes));
    const std::vector<Anchor> more = GridAnchors(b.dim(maps[i], 2), b.dim(maps[i], 3), shapes);
    out.anchors.insert(out.anchors.end(), more.begin(), more.end());
  }
  out.offsets = Concat(b, "box_concat", offsets, 1);
  out.scores = b.Op("Sigmoid", "scores", {Concat(b, "class_concat", scores, 1)});
  return out;
}

}  // namespace

Subject BuildSsdMobileNetV1(Size size, Rng& rng) {
  Builder b("ssd-mobilenet-v1", kOpset, size, rng);
  const ValueId image = b.Input("image", Photo(rng, b.Pick<int64_t>(64, 300), Norm::kSigned));
  const std::vector<ValueId> maps = FeatureMaps(b, image, b.Pick<int64_t>(8, 1));
  b.Head();
  const Predictions found = Predict(b, maps, b.Pick<int64_t>(5, 91));
  const ValueId boxes = DecodeBoxes(b, "decode", found.offsets, found.anchors);
  const ValueId by_class = Transpose(b, "by_class", found.scores, {0, 2, 1});
  const ValueId kept =
      b.Op("NonMaxSuppression", "nms",
           {boxes, by_class, b.Weight("nms", "max_per_class", ScalarInt64(b.Pick<int64_t>(2, 100))),
            b.Scalar("nms", "iou_threshold", 0.6f), b.Scalar("nms", "score_threshold", 0.8f)});
  b.Output(boxes, "boxes");
  b.Output(found.scores, "scores");
  b.Output(kept, "selected");
  return b.Finish();
}

}  // namespace assay::zoo
