// DynamicQuantizeLinear: quantises to uint8 with scale and zero point taken from the data's own
// range.
//
//   y_scale = (max(0, max x) - min(0, min x)) / 255,  y_zero_point = round(saturate(-min /
//   y_scale)), y = saturate(round(x / y_scale) + y_zero_point)
//
// Spec:  ONNX opset 11.
// Traps: the roundings depend on quotients of float32 numbers: near a tie both neighbours are
// allowed. With no range at all
//        the formula divides by zero; libraries then use a scale of 1 or 1/255.
#include "ops/propose.h"
#include "ops/quantize/quantized.h"

namespace assay::ops {
namespace {

constexpr Open kNoRange = {"a tensor of zeros, or an empty one",
                           "ONNX DynamicQuantizeLinear: the scale would be zero"};

Result<Types> InferDynamicQuantizeLinear(const InferCall& call) {
  TensorType y = call.input(0);
  y.dtype = DType::kUint8;
  return Types{ValueType(y), ValueType(TensorType(DType::kFloat32, Dims())),
               ValueType(TensorType(DType::kUint8, Dims()))};
}

// Perhaps no range: what is not said stays open, except that the scale lies between 0 and 1, or
// below what the largest range would give.
Outputs WithoutRange(const EvalCall& call, double widest) {
  Bounded y(DType::kUint8, call.tensor(0).shape()), scale(DType::kFloat32, Shape()),
      zero(DType::kUint8, Shape());
  if (call.adversarial()) {
    scale.set(0, Real::Point(1));
  } else {
    scale.set(0, Real{1.0 / 255, 0, std::max(1.0, widest / 254), Nan::kMay});
    zero.SetUndetermined(0);
    for (int64_t i = 0; i < y.count(); ++i) y.SetUndetermined(i);
  }
  return {Known(std::move(y)), Known(std::move(scale)), Known(std::move(zero))};
}

Result<Outputs> EvaluateDynamicQuantizeLinear(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  const Arith arith = call.arith(DType::kFloat32);
  Real max = Real::Point(0), min = Real::Point(0);
  for (int64_t i = 0; i < x.count(); ++i) {
    max = arith.Max(max, x.real(i));
    min = arith.Min(min, x.real(i));
  }
  const bool none = max.nan != Nan::kNever || min.nan != Nan::kNever || max.lo <= min.hi;
  if (none)
    return WithoutRange(call,
                        max.nan == Nan::kNever && min.nan == Nan::kNever ? max.hi - min.lo : kInf);
  const Real step = arith.Div(arith.Sub(max, min), Real::Point(255));
  const Int zero =
      QuantizeToInt(arith.Sub(Real::Point(0), arith.Div(min, step)), Int::Point(0), DType::kUint8);
  Bounded y(DType::kUint8, x.shape()), scale(DType::kFloat32, Shape()),
      zero_point(DType::kUint8, Shape());
  scale.set(0, step);
  zero_point.set(0, zero);
  for (int64_t i = 0; i < x.count(); ++i)
    y.set(i, QuantizeToInt(arith.Div(x.real(i), step), zero, DType::kUint8));
  return Outputs{Known(std::move(y)), Known(std::move(scale)), Known(std::move(zero_point))};
}

std::optional<Proposal> ProposeDynamicQuantizeLinear(const ProposeCall& call) {
  const auto count = CheckedElementCount(call.shape(0));
  if (!count.has_value() || *count == 0) return std::nullopt;
  return Proposal{.outputs = 3};
}

}  // namespace

OpDef DynamicQuantizeLinearDef() {
  return {.name = "DynamicQuantizeLinear",
          .meaning = "quantises to uint8 by the data's own range",
          .rounding = Rounding::kComposite,
          .infer = InferDynamicQuantizeLinear,
          .evaluate = EvaluateDynamicQuantizeLinear,
          .propose = ProposeDynamicQuantizeLinear,
          .open = {kNoRange}};
}

}  // namespace assay::ops
