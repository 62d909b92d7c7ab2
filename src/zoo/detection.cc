#include "zoo/detection.h"

#include "base/strings.h"

namespace assay::zoo {
namespace {

// Columns first and first + 1 of the anchors. [1, N, 2]
Tensor Columns(const std::vector<Anchor>& anchors, bool centre) {
  std::vector<float> out;
  for (const Anchor& a : anchors) {
    out.push_back(centre ? a.y : a.h);
    out.push_back(centre ? a.x : a.w);
  }
  return FloatTensor({1, static_cast<int64_t>(anchors.size()), 2}, std::move(out));
}

}  // namespace

std::vector<Anchor> GridAnchors(int64_t grid_h, int64_t grid_w,
                                const std::vector<BoxShape>& shapes) {
  std::vector<Anchor> out;
  for (int64_t i = 0; i < grid_h; ++i)
    for (int64_t j = 0; j < grid_w; ++j)
      for (const BoxShape& shape : shapes)
        out.push_back({static_cast<float>((double(i) + 0.5) / double(grid_h)),
                       static_cast<float>((double(j) + 0.5) / double(grid_w)),
                       static_cast<float>(shape.h), static_cast<float>(shape.w)});
  return out;
}

ValueId CellList(Builder& b, std::string_view layer, ValueId x, int64_t values) {
  const Builder::Scope scope(b, layer);
  return Reshape(b, "reshape", Transpose(b, "transpose", x, {0, 2, 3, 1}), {1, -1, values});
}

ValueId DecodeBoxes(Builder& b, std::string_view layer, ValueId offsets,
                    const std::vector<Anchor>& anchors) {
  const Builder::Scope scope(b, layer);
  const std::vector<ValueId> parts = b.OpMany(
      "Split", "split", {offsets, b.Ints("split", "sizes", {2, 2})}, {{"axis", int64_t{2}}}, 2);
  const ValueId sizes = b.Weight("anchors", "size", Columns(anchors, false));
  const ValueId centres = b.Weight("anchors", "centre", Columns(anchors, true));
  ValueId centre = b.Op("Mul", "centre_scale", {parts[0], b.Scalar("centre_scale", "by", 0.1f)});
  centre = b.Op("Add", "centre_add", {b.Op("Mul", "centre_mul", {centre, sizes}), centres});
  ValueId half = b.Op("Mul", "size_scale", {parts[1], b.Scalar("size_scale", "by", 0.2f)});
  half = b.Op("Mul", "size_mul", {b.Op("Exp", "size_exp", {half}), sizes});
  half = b.Op("Mul", "size_half", {half, b.Scalar("size_half", "by", 0.5f)});
  return Concat(
      b, "corners",
      {b.Op("Sub", "top_left", {centre, half}), b.Op("Add", "bottom_right", {centre, half})}, 2);
}

}  // namespace assay::zoo
