// Clip: limits each element to [min, max].
//
//   out = Min(max, Max(input, min))
//
// Spec:  ONNX opsets 1, 6 (attributes min, max), 11 (inputs, both optional), 12 (integers), 13
// (bfloat16; min > max gives max). Traps: without a limit the text names the largest finite number,
// so an infinity may or may not be cut; NaN; min > max.
#include "ops/elementwise.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

constexpr Open kClipNan = {"NaN gives NaN or a limit", "ONNX Clip: no text on NaN"};
constexpr Open kDefaults = {
    "an infinity without a limit on its side is kept or cut to the largest finite number",
    "ONNX Clip: limits default to numeric_limits::lowest() and max()"};

Status CheckLimit(const InferCall& call, size_t i) {
  const TensorType& limit = call.input(i);
  const auto shape = limit.shape();
  // The text has no axes at all; one of one element is common.
  if (!shape.has_value() || (shape->size() <= 1 && CheckedElementCount(*shape) == 1)) return {};
  return Invalid(StrCat(i == 1 ? "min" : "max", " must be a scalar, is ", TypeText(limit)));
}

Result<Types> InferClip(const InferCall& call) {
  ASSAY_RETURN_IF_ERROR(CheckLimit(call, 1));
  ASSAY_RETURN_IF_ERROR(CheckLimit(call, 2));
  return InferSame(call);
}

Real Limited(const Arith& arith, const Real& x, const std::optional<Real>& min,
             const std::optional<Real>& max, bool max_wins) {
  Real y = x;
  if (min.has_value()) y = arith.Max(y, *min);
  if (max.has_value()) y = arith.Min(y, *max);
  // Older texts do not say which limit wins.
  if (!max_wins && min.has_value() && max.has_value() && min->hi > max->lo) {
    const Real other = arith.Max(arith.Min(x, *max), *min);
    y = arith.adversarial() ? (arith.adversary().Chance(0.5) ? y : other) : Hull(y, other);
  }
  if (arith.adversarial() || y.nan == Nan::kMust) return y;
  const double largest = FormatOf(arith.type()).max;
  if (!max.has_value() && y.hi == kInf) y.lo = std::min(y.lo, largest);
  if (!min.has_value() && y.lo == -kInf) y.hi = std::max(y.hi, -largest);
  y.ends = false;  // the largest number lies between two infinities
  return y;
}

// The limits as inputs, or as attributes in old models. T is Real or Int.
std::optional<Real> RealLimit(const EvalCall& call, const Arith& arith, size_t i,
                              const char* attr) {
  if (call.opset() < 11) {
    if (!call.HasAttr(attr)) return std::nullopt;
    return arith.Constant(call.AttrFloat(attr, 0));
  }
  if (!call.has_input(i) || call.tensor(i).count() == 0) return std::nullopt;
  return call.tensor(i).real(0);
}

std::optional<Int> IntLimit(const EvalCall& call, size_t i) {
  if (!call.has_input(i) || call.tensor(i).count() == 0) return std::nullopt;
  return call.tensor(i).integer(0);
}

Result<Outputs> EvaluateClip(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  for (const size_t i : {size_t{1}, size_t{2}})
    if (call.opset() >= 11 && call.has_input(i) && call.tensor(i).rank() > 1)
      return Invalid("a limit must be a scalar");
  const bool max_wins = call.opset() >= 13;
  if (x.is_real()) {
    const Arith arith = call.arith(x.dtype());
    const auto min = RealLimit(call, arith, 1, "min"), max = RealLimit(call, arith, 2, "max");
    // Libraries may refuse it when they load the model.
    if (call.opset() < 11 && min.has_value() && max.has_value() && min->v > max->v)
      return Unsupported("Clip: before opset 11 nothing is said of limits that cross");
    return One(MapReal(x, x.dtype(),
                       [&](const Real& e) { return Limited(arith, e, min, max, max_wins); }));
  }
  const IntArith arith = call.int_arith(x.dtype());
  const auto min = IntLimit(call, 1), max = IntLimit(call, 2);
  const bool crossed = min.has_value() && max.has_value() && arith.Less(max->v, min->v);
  return One(MapInt(x, x.dtype(), [&](const Int& e) {
    Int y = e;
    if (min.has_value()) y = arith.Max(y, *min);
    if (max.has_value()) y = arith.Min(y, *max);
    if (!max_wins && crossed && x.dtype() == DType::kUint64) return arith.Full(y.v);
    return !max_wins && crossed ? Hull(y, *min) : y;
  }));
}

std::optional<Proposal> ProposeClip(const ProposeCall& call) {
  const bool has_min = call.rng.Chance(0.7), has_max = call.rng.Chance(0.7);
  Proposal out;
  const double low = call.rng.Real(-2, 1), high = call.rng.Real(-1, 3);
  if (call.opset < 11) {
    if (has_min) out.attrs.Set("min", static_cast<float>(low));
    if (has_max) out.attrs.Set("max", static_cast<float>(high));
    return out;
  }
  const auto limit = [&](double x) -> Tensor {
    const double value = IsFloat(call.dtype(0))         ? x
                         : IsUnsignedInt(call.dtype(0)) ? std::ceil(std::fabs(x))
                                                        : std::ceil(x);
    return MakeTensor(call.dtype(0), {}, std::span(&value, 1));
  };
  if (has_min || has_max)
    out.constants.push_back(has_min ? std::optional(limit(low)) : std::nullopt);
  if (has_max) out.constants.push_back(limit(high));
  return out;
}

}  // namespace

OpDef ClipDef() {
  return {.name = "Clip",
          .meaning = "limits each element to [min, max]",
          .rounding = Rounding::kExact,
          .data_inputs = {1, 1},
          .infer = InferClip,
          .evaluate = EvaluateClip,
          .propose = ProposeClip,
          .open = {kClipNan, kDefaults}};
}

}  // namespace assay::ops
