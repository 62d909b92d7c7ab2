// Resize, Upsample: resamples a tensor along its axes by nearest neighbour, linear or cubic
// interpolation.
//
// Spec:  Resize: ONNX opsets 10 (scales only; asymmetric, floor), 11 (coordinate modes, roi, sizes,
// cubic), 13 (roi, scales and sizes
//        optional), 18 (antialias, axes, keep_aspect_ratio_policy), 19 (half_pixel_symmetric).
//        Upsample: 7 (scales are an attribute), 9 (an input), deprecated by 10.
// Traps: coordinates are computed in float32, so nearest neighbours may fall to either side; a
// weight of zero may or may not read
//        its element; integer results are truncated or rounded; with scales that do not give whole
//        sizes the formula's scale is the given one in some libraries and length_resized /
//        length_original (the text) in others.
#include "ops/elementwise.h"
#include "ops/image/resize_geometry.h"
#include "ops/image/resize_propose.h"
#include "ops/image/sampling.h"
#include "ops/list.h"

namespace assay::ops {
namespace {

struct ResizeSettings {
  std::string mode, coordinates, nearest;
  bool antialias = false, exclude_outside = false;
  double cubic = -0.75, extrapolation = 0;
};

bool OneOf(const std::string& name, std::initializer_list<const char*> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Result<ResizeSettings> ReadResizeSettings(const Call& call) {
  const bool old = call.opset() < 11 || call.node().op == "Upsample";
  ResizeSettings s{.mode = call.AttrString("mode", "nearest"),
                   .coordinates = call.AttrString("coordinate_transformation_mode",
                                                  old ? "asymmetric" : "half_pixel"),
                   .nearest = call.AttrString("nearest_mode", old ? "floor" : "round_prefer_floor"),
                   .antialias = call.AttrInt("antialias", 0) != 0,
                   .exclude_outside = call.AttrInt("exclude_outside", 0) != 0,
                   .cubic = call.AttrFloat("cubic_coeff_a", -0.75),
                   .extrapolation = call.AttrFloat("extrapolation_value", 0)};
  if (s.mode == "bilinear") s.mode = "linear";  // as some files of opset 7 say
  if (!OneOf(s.mode, {"nearest", "linear", "cubic"}))
    return Invalid(StrCat("mode is '", s.mode, "'"));
  if (!OneOf(s.coordinates,
             {"half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners",
              "asymmetric", "tf_half_pixel_for_nn", "tf_crop_and_resize"}))
    return Invalid(StrCat("coordinate_transformation_mode is '", s.coordinates, "'"));
  if (!OneOf(s.nearest, {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"}))
    return Invalid(StrCat("nearest_mode is '", s.nearest, "'"));
  if (!std::isfinite(s.cubic)) return Invalid("cubic_coeff_a is not finite");
  return s;
}

// Input positions: Resize-10 and Upsample-9 have scales second; later ones roi, scales, sizes.
struct ResizePositions {
  size_t roi = 99, scales = 99, sizes = 99;
};
ResizePositions ResizePositionsOf(const Call& call) {
  if (call.node().op == "Upsample") return {.scales = call.opset() >= 9 ? size_t{1} : size_t{99}};
  if (call.opset() < 11) return {.scales = 1};
  return {.roi = 1, .scales = 2, .sizes = 3};
}

std::vector<double> AttributeScales(const Call& call) {
  std::vector<double> scales;
  if (call.node().op != "Upsample" || call.opset() >= 9) return scales;
  for (const float f : call.AttrFloats("scales")) scales.push_back(f);
  return scales;
}

// ---- types ----

Result<Types> InferResize(const InferCall& call) {
  const TensorType& x = call.input(0);
  ASSAY_RETURN_IF_ERROR(ReadResizeSettings(call));
  if (!x.has_rank) return OneType(x);
  const TensorType unknown(x.dtype, Dims(x.dims.size(), Dim::Unknown()));
  const ResizePositions at = ResizePositionsOf(call);
  ResizeInputs inputs{.scales = AttributeScales(call), .roi = {}, .sizes = {}};
  for (const auto& [position, target] :
       {std::pair{at.scales, &inputs.scales}, std::pair{at.roi, &inputs.roi}}) {
    if (!call.has_input(position)) continue;
    const Tensor* constant = call.constant(position);
    const TensorType& type = call.input(position);
    if (constant == nullptr &&
        !(type.has_rank && type.rank() == 1 && type.dims[0].known() && type.dims[0].size == 0))
      return OneType(unknown);
    for (int64_t i = 0; constant != nullptr && i < constant->count(); ++i)
      target->push_back(constant->RealAt(i));
  }
  if (call.has_input(at.sizes)) {
    const auto sizes = call.ConstantInts(at.sizes);
    if (!sizes.has_value()) return OneType(unknown);
    inputs.sizes = *sizes;
  }
  const auto shape = x.shape();
  if (!shape.has_value()) return OneType(unknown);
  const auto plan = PlanResize(call, *shape, inputs);
  if (!plan.ok() && plan.error().kind == ErrorKind::kUndetermined) return OneType(unknown);
  if (!plan.ok()) return plan.error();
  Dims dims;
  for (const ResizeAxis& axis : plan->axes) dims.push_back(Dim::Known(axis.out));
  return OneType(TensorType(x.dtype, dims));
}

// ---- evaluation ----

// What a shipped library's weight may be off by where an exact one is a point, in units of u, and
// what the four of a cubic filter (TapsFor) may be off by together.
constexpr double kWeightUnits = 2;
constexpr double kCubicSumUnits = 48;

// What one output position of one axis reads.
struct ResizeSample {
  AxisTaps taps;
  bool outside = false, maybe_outside = false;  // beyond the region: the extrapolation value
};

ResizeSample NearestSample(const EvalCall& call, const ResizeSettings& s, const ResizeAxis& axis,
                           const Real& x) {
  double (*round)(double) = [](double t) { return std::ceil(t - 0.5); };
  if (s.nearest == "round_prefer_ceil") round = [](double t) { return std::floor(t + 0.5); };
  if (s.nearest == "floor") round = [](double t) { return std::floor(t); };
  if (s.nearest == "ceil") round = [](double t) { return std::ceil(t); };
  auto [low, high] = NearestRange(x, round);
  // Before nearest_mode existed, a shipped library took the ceiling when sampling down.
  if (call.opset() < 11 && axis.scale < 1)
    high = std::max(high, static_cast<int64_t>(std::ceil(x.hi)));
  const auto clamp = [&](double t) {
    return std::clamp<int64_t>(static_cast<int64_t>(t), 0, axis.in - 1);
  };
  ResizeSample out;
  out.taps.push_back({clamp(round(x.v)), Real::Point(1)});
  for (int64_t i = clamp(static_cast<double>(low)); i <= clamp(static_cast<double>(high)); ++i)
    if (i != out.taps[0].index) out.taps.push_back({i, Real::Point(1)});
  return out;
}

Result<std::vector<ResizeSample>> SamplesOf(const EvalCall& call, const Arith& arith,
                                            const ResizeSettings& s, const ResizeAxis& axis) {
  std::vector<ResizeSample> samples;
  Filter filter{.kind = s.mode == "cubic" ? Filter::Kind::kCubic : Filter::Kind::kLinear,
                .a = s.cubic};
  if (s.antialias) filter.squeeze = std::min(1.0, axis.scale);
  if (filter.support() > 1e6)
    return Unsupported("Resize: an antialiasing filter that wide is not evaluated");
  const bool crop = s.coordinates == "tf_crop_and_resize";
  for (int64_t i = 0; i < axis.out; ++i) {
    Real x = ResizeCoordinate(s.coordinates, axis, i);
    if (call.adversarial())
      x = Real::Point(x.lo == x.hi ? x.v
                                   : RoundToFloat32(call.adversary()->Real(0.5 * (x.lo + x.v),
                                                                           0.5 * (x.v + x.hi))));
    ResizeSample sample;
    if (s.mode == "nearest") {
      sample = NearestSample(call, s, axis, x);
    } else {
      sample.taps =
          TapsFor(arith, x, filter,
                  {.normalize = s.antialias, .exclude_outside = s.exclude_outside ? axis.in : -1});
      for (AxisTap& tap : sample.taps) tap.index = std::clamp<int64_t>(tap.index, 0, axis.in - 1);
      // Weights that add up to 1 only as far as rounding lets them, exact as they could be.
      const bool one = axis.in == 1 && !sample.taps.empty();
      if (one) sample.taps = {{0, Real::Point(1)}};
      const double units = one && s.mode == "cubic" ? kCubicSumUnits : kWeightUnits;
      if (arith.rules().tier == Tier::kLenient && !arith.adversarial())
        for (AxisTap& tap : sample.taps)
          if (tap.weight.point() && tap.weight.v != 0)
            tap.weight = arith.Inexact(tap.weight, units * arith.unit());
    }
    const double end = static_cast<double>(axis.in - 1);
    sample.outside = crop && (x.v < 0 || x.v > end);
    sample.maybe_outside =
        crop && (x.lo < 0 || x.hi > end) && (x.hi >= 0 && x.lo <= end) && x.lo != x.hi;
    samples.push_back(std::move(sample));
  }
  return samples;
}

// The hull of all elements that nearest neighbours may choose.
void SetNearest(Bounded& y, int64_t o, const Bounded& x, std::span<const ResizeSample* const> at,
                std::span<const int64_t> strides, Rng* adversary) {
  std::vector<int64_t> offsets{0}, next;
  for (size_t d = 0; d < at.size(); ++d) {
    next.clear();
    for (const int64_t offset : offsets)
      for (const AxisTap& tap : at[d]->taps) next.push_back(offset + tap.index * strides[d]);
    offsets.swap(next);
  }
  if (x.is_string() || adversary != nullptr) {
    y.set(o, x, adversary == nullptr ? offsets[0] : adversary->Pick<int64_t>(offsets));
    return;
  }
  y.set(o, x, offsets[0]);
  for (size_t i = 1; i < offsets.size(); ++i) y.Widen(o, x, offsets[i]);
}

Result<Bounded> Resample(const EvalCall& call, const ResizeSettings& s, const ResizePlan& plan) {
  const Bounded& x = call.tensor(0);
  Shape shape;
  for (const ResizeAxis& axis : plan.axes) shape.push_back(axis.out);
  ASSAY_ASSIGN(Bounded y, NewTensor(x.dtype(), shape));
  if (y.count() == 0) return y;
  const Arith arith = call.arith(x.is_real() ? x.dtype() : DType::kFloat32);
  std::vector<std::vector<ResizeSample>> samples;
  std::vector<size_t> moving;  // axes that change; on the others the position is kept
  for (size_t d = 0; d < plan.axes.size(); ++d) {
    if (!plan.axes[d].touched()) continue;
    moving.push_back(d);
    ASSAY_ASSIGN(auto list, SamplesOf(call, arith, s, plan.axes[d]));
    if (x.is_string() && !call.adversarial())
      for (const ResizeSample& sample : list)
        if (sample.taps.size() > 1 || sample.maybe_outside)
          return Undetermined("which string is nearest depends on rounding");
    samples.push_back(std::move(list));
  }
  const Shape strides = Strides(x.shape());
  std::vector<const ResizeSample*> at(moving.size());
  std::vector<const AxisTaps*> taps(moving.size());
  std::vector<int64_t> steps;
  for (const size_t d : moving) steps.push_back(strides[d]);
  Shape kept = strides;
  for (const size_t d : moving) kept[d] = 0;
  int64_t o = 0;
  for (Odometer it(shape, kept); !it.done(); it.Next(), ++o) {
    bool outside = false, maybe = false;
    for (size_t k = 0; k < moving.size(); ++k) {
      at[k] = &samples[k][static_cast<size_t>(it.index()[moving[k]])];
      taps[k] = &at[k]->taps;
      outside = outside || (at[k]->outside && !at[k]->maybe_outside);
      maybe = maybe || at[k]->maybe_outside;
    }
    const Real extrapolated = arith.Constant(s.extrapolation);
    if (s.mode == "nearest" && !outside) {
      std::vector<ResizeSample> base{{.taps = {{it.offset(), Real::Point(1)}}}};
      at.insert(at.begin(), base.data());
      steps.insert(steps.begin(), 1);
      SetNearest(y, o, x, at, steps, call.adversary());
      at.erase(at.begin());
      steps.erase(steps.begin());
      if (maybe && x.is_real()) y.set(o, Hull(y.real(o), extrapolated));
      if (maybe && !x.is_real() && !x.is_string())
        y.set(o, Hull(y.integer(o), ToInteger(call.int_arith(x.dtype()), extrapolated)));
      continue;
    }
    if (x.is_string()) return Unsupported("a string beyond the edge has no extrapolation value");
    Real value = outside ? extrapolated : Interpolate(arith, x, it.offset(), taps, steps);
    if (maybe && !outside) value = Hull(value, extrapolated);
    if (x.is_real())
      y.set(o, value);
    else
      y.set(o, ToInteger(call.int_arith(x.dtype()), value));
  }
  return y;
}

Result<ResizeInputs> ReadInputs(const EvalCall& call) {
  const ResizePositions at = ResizePositionsOf(call);
  ResizeInputs inputs{.scales = AttributeScales(call), .roi = {}, .sizes = {}};
  for (const auto& [position, target] :
       {std::pair{at.scales, &inputs.scales}, std::pair{at.roi, &inputs.roi}}) {
    if (!call.has_input(position)) continue;
    const Bounded& t = call.tensor(position);
    if (!t.exact()) return Undetermined("Resize: scales or roi are not certain");
    for (int64_t i = 0; i < t.count(); ++i) target->push_back(t.real(i).v);
  }
  if (call.has_input(at.sizes)) {
    ASSAY_ASSIGN(inputs.sizes, ListOf(call, at.sizes, "sizes"));
  }
  return inputs;
}

Result<Outputs> EvaluateResize(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const ResizeSettings s, ReadResizeSettings(call));
  if (s.mode != "nearest" && (x.is_string() || x.dtype() == DType::kBool))
    return Unsupported("Resize interpolates numbers only");
  ASSAY_ASSIGN(const ResizeInputs inputs, ReadInputs(call));
  ASSAY_ASSIGN(ResizePlan plan, PlanResize(call, x.shape(), inputs));
  ASSAY_ASSIGN(Bounded y, Resample(call, s, plan));
  if (!plan.scale_is_open) return One(std::move(y));
  if (x.is_string())
    return Undetermined("which string is nearest depends on how the scale is computed");
  for (ResizeAxis& axis : plan.axes)
    if (axis.in > 0) axis.scale = static_cast<double>(axis.out) / static_cast<double>(axis.in);
  if (call.adversarial())
    return call.adversary()->Chance(0.5) ? One(std::move(y)) : One(Resample(call, s, plan));
  ASSAY_ASSIGN(const Bounded other, Resample(call, s, plan));
  for (int64_t i = 0; i < y.count(); ++i) y.Widen(i, other, i);
  return One(std::move(y));
}

const std::vector<Open> kOpen = {
    {"the scale when given scales do not lead to whole sizes",
     "ONNX Resize: 'scale = length_resized / length_original' against the given scale"},
    {"how integer results are rounded", "ONNX Resize: no text on integer types"},
    {"nearest neighbour when sampling down at opset 10", "ONNX Resize-10: no text on rounding"}};

}  // namespace

OpDef ResizeDef() {
  return {.name = "Resize",
          .meaning = "resamples a tensor along its axes",
          .rounding = Rounding::kComposite,
          .data_inputs = {1, 1},
          .infer = InferResize,
          .evaluate = EvaluateResize,
          .propose = ProposeResize,
          .open = kOpen};
}
OpDef UpsampleDef() {
  return {.name = "Upsample",
          .meaning = "enlarges a tensor along its axes",
          .rounding = Rounding::kComposite,
          .data_inputs = {1, 1},
          .infer = InferResize,
          .evaluate = EvaluateResize,
          .propose = ProposeUpsample,
          .open = kOpen};
}

}  // namespace assay::ops
