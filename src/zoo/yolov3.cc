// YOLOv3 (Redmon and Farhadi, 2018): Darknet-53, and predictions at three scales that go back up
// through nearest-neighbour upsampling.
#include <array>

#include "base/strings.h"
#include "zoo/inputs.h"
#include "zoo/layers.h"

namespace assay::zoo {
namespace {

constexpr int64_t kAnchorsPerCell = 3;
constexpr double kYoloBranchGain = 0.02;
// Filters of the stages of Darknet-53.
using Widths = std::array<int64_t, 5>;
constexpr Widths kFullWidths = {64, 128, 256, 512, 1024}, kSmallWidths = {4, 6, 8, 12, 16};
// Widths and heights in pixels for an image of 416, per scale, coarse first.
constexpr double kAnchorImage = 416;
constexpr double kAnchors[3][6] = {
    {116, 90, 156, 198, 373, 326}, {30, 61, 62, 45, 59, 119}, {10, 13, 16, 30, 33, 23}};

ValueId Block(Builder& b, std::string_view layer, ValueId x, int64_t filters, int64_t kernel,
              int64_t stride = 1) {
  return ConvBn(b, layer, x, filters, {.kernel = kernel, .stride = stride}, Act::kLeakyRelu);
}

ValueId Residual(Builder& b, std::string_view name, ValueId x) {
  const Builder::Scope scope(b, name);
  const int64_t filters = b.dim(x, 1);
  ValueId y = Block(b, "conv1", x, filters / 2, 1);
  y = BatchNorm(b, "conv2/bn", Conv(b, "conv2/conv", y, filters), 1e-5, kYoloBranchGain);
  return Add(b, "add", x, Activate(b, "conv2/leaky_relu", y, Act::kLeakyRelu));
}

// The last three stages.
std::vector<ValueId> Darknet53(Builder& b, ValueId x, const Widths& widths) {
  static constexpr std::array<int, 5> kBlocks = {1, 2, 8, 8, 4};
  x = Block(b, "conv0", x, widths[0] / 2, 3);
  std::vector<ValueId> out;
  for (size_t stage = 0; stage < 5; ++stage) {
    x = Block(b, StrCat("stage", stage + 1, "/down"), x, widths[stage], 3, 2);
    for (int i = 0; i < kBlocks[stage]; ++i)
      x = Residual(b, StrCat("stage", stage + 1, "/residual", i), x);
    if (stage >= 2) out.push_back(x);
  }
  return out;
}

// Five alternating convolutions.
ValueId Neck(Builder& b, std::string_view name, ValueId x, int64_t filters) {
  const Builder::Scope scope(b, name);
  for (int i = 0; i < 5; ++i)
    x = i % 2 == 0 ? Block(b, StrCat("conv", i), x, filters, 1)
                   : Block(b, StrCat("conv", i), x, 2 * filters, 3);
  return x;
}

// The corner of each cell. [1, 1, h, w, 2]
Tensor Grid(int64_t h, int64_t w) {
  std::vector<float> out;
  for (int64_t i = 0; i < h; ++i)
    for (int64_t j = 0; j < w; ++j) {
      out.push_back(static_cast<float>(j));
      out.push_back(static_cast<float>(i));
    }
  return FloatTensor({1, 1, h, w, 2}, std::move(out));
}

// Boxes in pixels and probabilities: [1, anchors * h * w, 5 + classes].
ValueId Decode(Builder& b, ValueId x, int64_t classes, int scale, int64_t image) {
  const int64_t h = b.dim(x, 2), w = b.dim(x, 3), values = 5 + classes;
  x = Reshape(b, "cells", x, {1, kAnchorsPerCell, values, h, w});
  x = Transpose(b, "values_last", x, {0, 1, 3, 4, 2});
  const std::vector<ValueId> parts =
      b.OpMany("Split", "split", {x, b.Ints("split", "sizes", {2, 2, 1 + classes})},
               {{"axis", int64_t{4}}}, 3);
  ValueId centre = b.Op("Sigmoid", "centre_sigmoid", {parts[0]});
  centre = b.Op("Add", "centre_add", {centre, b.Weight("centre_add", "grid", Grid(h, w))});
  const auto stride = static_cast<float>(image) / static_cast<float>(h);
  centre = b.Op("Mul", "centre_scale", {centre, b.Scalar("centre_scale", "stride", stride)});
  std::vector<float> anchors;
  for (const double side : kAnchors[scale])
    anchors.push_back(static_cast<float>(side * static_cast<double>(image) / kAnchorImage));
  const ValueId sides =
      b.Weight("size_scale", "anchors", FloatTensor({1, kAnchorsPerCell, 1, 1, 2}, anchors));
  const ValueId extent = b.Op("Mul", "size_scale", {b.Op("Exp", "size_exp", {parts[1]}), sides});
  const ValueId scores = b.Op("Sigmoid", "score_sigmoid", {parts[2]});
  return Reshape(b, "list", Concat(b, "concat", {centre, extent, scores}, 4), {1, -1, values});
}

}  // namespace

Subject BuildYoloV3(Size size, Rng& rng) {
  Builder b("yolov3", kOpset, size, rng);
  const int64_t image = b.Pick<int64_t>(64, 416), classes = b.Pick<int64_t>(4, 80);
  const Widths widths = b.Pick(kSmallWidths, kFullWidths);
  const std::vector<ValueId> stages =
      Darknet53(b, b.Input("image", Photo(rng, image, Norm::kUnit)), widths);
  b.Head();
  std::vector<ValueId> lists;
  ValueId x = stages[2];
  for (int scale = 0; scale < 3; ++scale) {
    const Builder::Scope scope(b, StrCat("scale", scale + 1));
    const int64_t filters = widths[static_cast<size_t>(4 - scale)] / 2;
    x = Neck(b, "neck", x, filters);
    ValueId y = Block(b, "conv", x, 2 * filters, 3);
    y = Conv(b, "predict", y, kAnchorsPerCell * (5 + classes),
             {.kernel = 1, .bias = true, .gain = 0.25});
    lists.push_back(Decode(b, y, classes, scale, image));
    if (scale == 2) break;
    x = Upsample(b, "upsample", Block(b, "reduce", x, filters / 2, 1), 2);
    x = Concat(b, "route", {x, stages[static_cast<size_t>(1 - scale)]});
  }
  b.Output(Concat(b, "detections", lists, 1), "detections");
  return b.Finish();
}

}  // namespace assay::zoo
