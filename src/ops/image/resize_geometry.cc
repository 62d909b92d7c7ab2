#include "ops/image/resize_geometry.h"

namespace assay::ops {
namespace {

// Coordinates are computed in float32 whatever the element type, in a few operations.
constexpr double kCoordinateError = 4 * 0x1p-24;

bool ShortDyadic(double x) { return std::fabs(x) < 4096 && x * 4096 == std::nearbyint(x * 4096); }

bool IsPowerOfTwo(double x) {
  int exponent;
  return x > 0 && std::isfinite(x) && std::frexp(x, &exponent) == 0.5;
}

// The axes that scales, sizes and roi speak of.
Result<std::vector<size_t>> ResizedAxes(const Call& call, int rank) {
  std::vector<size_t> axes;
  std::vector<bool> seen(static_cast<size_t>(rank), false);
  const std::vector<int64_t> given = call.AttrInts("axes");
  for (size_t i = 0; i < (given.empty() ? static_cast<size_t>(rank) : given.size()); ++i) {
    ASSAY_ASSIGN(const int axis,
                 NormalizeAxis(given.empty() ? static_cast<int64_t>(i) : given[i], rank));
    if (seen[static_cast<size_t>(axis)]) return Invalid(StrCat("axes names axis ", axis, " twice"));
    seen[static_cast<size_t>(axis)] = true;
    axes.push_back(static_cast<size_t>(axis));
  }
  return axes;
}

Status SetByScale(ResizeAxis& axis, double scale, bool crop) {
  if (!(scale > 0) || !(scale < 1e9)) return Invalid(StrCat("a scale of ", scale));
  axis.scale = scale;
  const double part = crop ? axis.end - axis.start : 1;
  const double exact = static_cast<double>(axis.in) * part * scale;
  const double rounded =
      RoundToFloat32(RoundToFloat32(static_cast<double>(axis.in) * part) * scale);
  if (!(exact >= 0) || exact > 1e12)
    return Invalid(StrCat("scale ", scale, " takes an axis of ", axis.in, " to ", exact));
  if (std::floor(exact) != std::floor(rounded))
    return Undetermined(StrCat("floor(", axis.in, " * ", scale, ") depends on rounding"));
  axis.out = static_cast<int64_t>(std::floor(exact));
  return {};
}

Status SetBySizes(const Call& call, std::vector<ResizeAxis>& all, std::span<const size_t> axes,
                  std::span<const int64_t> sizes) {
  for (const int64_t size : sizes)
    if (size < 0 || size > (int64_t{1} << 40)) return Invalid(StrCat("sizes holds ", size));
  const std::string policy = call.AttrString("keep_aspect_ratio_policy", "stretch");
  const auto ratio = [&](size_t i) {
    return static_cast<double>(sizes[i]) / static_cast<double>(all[axes[i]].in);
  };
  for (size_t i = 0; i < axes.size(); ++i) {
    all[axes[i]].out = sizes[i];
    if (all[axes[i]].in > 0) all[axes[i]].scale = ratio(i);
  }
  if (policy == "stretch") return {};
  if (policy != "not_larger" && policy != "not_smaller")
    return Invalid(StrCat("keep_aspect_ratio_policy is '", policy, "'"));
  double scale = policy == "not_larger" ? kInf : 0;
  for (size_t i = 0; i < axes.size(); ++i)
    scale = policy == "not_larger" ? std::min(scale, ratio(i)) : std::max(scale, ratio(i));
  if (!(scale < 1e12)) return Invalid("keep_aspect_ratio_policy on an empty axis");
  for (const size_t axis : axes) {
    all[axis].scale = scale;
    all[axis].out =
        static_cast<int64_t>(std::floor(scale * static_cast<double>(all[axis].in) + 0.5));
  }
  return {};
}

}  // namespace

Result<ResizePlan> PlanResize(const Call& call, const Shape& shape, const ResizeInputs& inputs) {
  ResizePlan plan;
  for (const int64_t size : shape) plan.axes.push_back({.in = size, .out = size});
  ASSAY_ASSIGN(const std::vector<size_t> axes, ResizedAxes(call, static_cast<int>(shape.size())));
  const bool crop = call.AttrString("coordinate_transformation_mode", "") == "tf_crop_and_resize";
  if (crop) {
    if (inputs.roi.size() != 2 * axes.size())
      return Invalid(
          StrCat("roi has ", inputs.roi.size(), " entries where ", 2 * axes.size(), " are needed"));
    for (size_t i = 0; i < axes.size(); ++i) {
      plan.axes[axes[i]].start = inputs.roi[i];
      plan.axes[axes[i]].end = inputs.roi[axes.size() + i];
    }
  }
  if (inputs.scales.empty() == inputs.sizes.empty())
    return Invalid("Resize takes either scales or sizes");
  const size_t given = inputs.scales.empty() ? inputs.sizes.size() : inputs.scales.size();
  if (given != axes.size())
    return Invalid(StrCat(inputs.scales.empty() ? "sizes has " : "scales has ", given,
                          " entries where ", axes.size(), " are needed"));
  if (!inputs.sizes.empty()) ASSAY_RETURN_IF_ERROR(SetBySizes(call, plan.axes, axes, inputs.sizes));
  for (size_t i = 0; i < inputs.scales.size(); ++i)
    ASSAY_RETURN_IF_ERROR(SetByScale(plan.axes[axes[i]], inputs.scales[i], crop));
  for (const ResizeAxis& axis : plan.axes) {
    if (axis.in == 0 && axis.out > 0)
      return Invalid(StrCat("an empty axis cannot be resized to ", axis.out));
    if (!crop && axis.in > 0 && axis.out > 0 &&
        axis.scale * static_cast<double>(axis.in) != static_cast<double>(axis.out)) {
      // A scale that float32 cannot hold exactly is not another reading: that is what the interval
      // of a coordinate is for.
      const double ratio = static_cast<double>(axis.out) / static_cast<double>(axis.in);
      plan.scale_is_open = plan.scale_is_open || std::fabs(axis.scale / ratio - 1) > 0x1p-22;
    }
    if (crop && axis.out > 0)
      plan.scale_is_open = plan.scale_is_open || axis.scale * static_cast<double>(axis.in) !=
                                                     static_cast<double>(axis.out);
  }
  return plan;
}

Real ResizeCoordinate(const std::string& mode, const ResizeAxis& axis, int64_t i) {
  const auto x = static_cast<double>(i), in = static_cast<double>(axis.in),
             whole = static_cast<double>(axis.out);
  double width = axis.scale * in;  // may be fractional
  // A scale that float32 does not hold exactly: some compute with the size, others with the scale.
  const bool is_whole = width == whole;
  if (std::fabs(width - whole) < 1e-6 * whole) width = whole;
  const bool scale_exact = IsPowerOfTwo(axis.scale);
  double at = 0;
  bool exact = scale_exact;
  if (mode == "align_corners") {
    at = width == 1 || axis.out <= 1 ? 0 : x * (in - 1) / (width - 1);
    exact = x == 0 || axis.out <= 1 || (is_whole && ShortDyadic((in - 1) / (width - 1)));
  } else if (mode == "asymmetric") {
    at = x / axis.scale;
    exact = scale_exact || x == 0;
  } else if (mode == "tf_half_pixel_for_nn") {
    at = (x + 0.5) / axis.scale;
  } else if (mode == "tf_crop_and_resize") {
    const double span = (axis.end - axis.start) * (in - 1);
    at = axis.start * (in - 1) + (axis.out > 1 ? x * span / (width - 1) : 0.5 * span);
    exact = ShortDyadic(axis.start) && ShortDyadic(axis.end) &&
            (axis.out <= 1 || (is_whole && (x == 0 || ShortDyadic(span / (width - 1)))));
  } else if (mode == "pytorch_half_pixel" && axis.out <= 1) {
    at = 0;
    exact = true;
  } else {
    at = (x + 0.5) / axis.scale - 0.5;
    if (mode == "half_pixel_symmetric") {
      at += in / 2 * (1 - whole / width);
      exact = scale_exact && is_whole;
    }
  }
  if (exact && std::fabs(at) < 4096) return Real::Point(at);
  const double error = kCoordinateError * (std::fabs(at) + 1);
  return {at, at - error, at + error, Nan::kNever};
}

}  // namespace assay::ops
