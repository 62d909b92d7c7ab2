// DequantizeLinear: takes the zero point off and multiplies by the scale.
//
//   y = (x - x_zero_point) * x_scale
//
// Spec:  ONNX opsets 10 (one scale), 13 (scales per axis), 19 (float8, other scale types), 21
// (blocks, 4- and 16-bit
//        types), 23 (output_dtype, float4), 24 (float8e8m0 scales), 25 (2-bit types), 28 (float6).
// Traps: the difference is exact for all integers up to 16 bits, an int32 is rounded first; the
// result has the type of the
//        scale unless output_dtype names another, and that type is the precision of the product.
#include "ops/norm/moments.h"
#include "ops/propose.h"
#include "ops/quantize/quantized.h"

namespace assay::ops {
namespace {

bool IsResult(DType type) {
  return type == DType::kFloat32 || type == DType::kFloat16 || type == DType::kBfloat16;
}

Result<DType> ResultType(const Call& call, DType scale) {
  const int64_t code = call.AttrInt("output_dtype", 0);
  const DType type = code == 0 ? scale : call.AttrDType("output_dtype").value_or(DType::kUndefined);
  if (!IsResult(type) && !(code == 0 && type == DType::kUndefined))
    return Invalid(StrCat("the result may not be ",
                          code == 0 ? DTypeName(type) : "of output_dtype ",
                          code == 0 ? "" : StrCat(code)));
  return type;
}

Result<Types> InferDequantizeLinear(const InferCall& call) {
  TensorType y = call.input(0);
  const TensorType* zero = call.has_input(2) ? &call.input(2) : nullptr;
  ASSAY_RETURN_IF_ERROR(
      CheckScales(y, call.input(1), zero, call.AttrInt("axis", 1), call.AttrInt("block_size", 0)));
  ASSAY_ASSIGN(y.dtype, ResultType(call, call.dtype(1)));
  return OneType(y);
}

Real Difference(const EvalCall& call, const Arith& arith, int64_t i, int64_t k) {
  const Bounded& x = call.tensor(0);
  if (!call.has_input(2)) return arith.Round(AsReal(x, i));
  const Real a = AsReal(x, i), b = AsReal(call.tensor(2), k);
  if (x.is_real()) return arith.Sub(a, b);
  return arith.Round({a.v - b.v, a.lo - b.hi, a.hi - b.lo, Nan::kNever});
}

// What x * scale - zero * scale, with the second product folded into a constant, may be off by
// beyond the rounding of the result: both products are rounded, and may cancel.
double FoldedError(const EvalCall& call, const Arith& arith, int64_t i, int64_t k) {
  if (!call.has_input(2) || arith.rules().tier != Tier::kLenient) return 0;
  const auto size = [](const Real& x) { return std::max(std::fabs(x.lo), std::fabs(x.hi)); };
  const double zero = size(AsReal(call.tensor(2), k)), x = size(AsReal(call.tensor(0), i));
  return zero == 0 ? 0 : 1.1 * arith.unit() * (x + zero) * size(call.tensor(1).real(k));
}

Result<Outputs> EvaluateDequantizeLinear(const EvalCall& call) {
  const Bounded &x = call.tensor(0), &scale = call.tensor(1);
  ASSAY_ASSIGN(
      const std::vector<int64_t> map,
      ScaleMap(x.shape(), scale.shape(), call.AttrInt("axis", 1), call.AttrInt("block_size", 0)));
  ASSAY_ASSIGN(const DType type, ResultType(call, scale.dtype()));
  const Arith arith = call.arith(type);
  RealWriter y(type, x.shape());
  for (int64_t i = 0; i < x.count(); ++i) {
    const int64_t k = map[static_cast<size_t>(i)];
    const Real product =
        arith.Mul(Difference(call, arith, i, k), AsSeenBy(arith, scale.dtype(), scale.real(k)));
    const double folded = FoldedError(call, arith, i, k);
    y.set(i, folded > 0 && std::isfinite(folded) ? arith.Inexact(product, folded) : product);
  }
  return One(std::move(y).Finish());
}

std::optional<Proposal> ProposeDequantizeLinear(const ProposeCall& call) {
  const Shape shape = call.shape(0);
  Shape scales;
  Proposal p;
  if (call.opset >= 13 && !shape.empty() && call.rng.Chance(0.5)) {
    const auto axis = static_cast<size_t>(call.rng.Int(0, static_cast<int64_t>(shape.size()) - 1));
    p.attrs.Set("axis", static_cast<int64_t>(axis));
    scales = RandomScaleShape(call, axis, p.attrs);
  }
  const DType scale = call.opset >= 19 && call.rng.Chance(0.3) ? DType::kFloat16 : DType::kFloat32;
  p.constants.emplace_back(RandomScale(call.rng, scale, scales));
  if (call.rng.Chance(0.7)) {
    const DType x = call.dtype(0);
    p.constants.emplace_back(x == DType::kInt32 ? Tensor(x, scales)
                                                : RandomZeroPoint(call.rng, x, scales));
  }
  if (call.opset >= 23 && call.rng.Chance(0.2))
    p.attrs.Set("output_dtype", static_cast<int64_t>(DType::kFloat32));
  return p;
}

}  // namespace

OpDef DequantizeLinearDef() {
  return {.name = "DequantizeLinear",
          .meaning = "takes the zero point off and multiplies by the scale",
          .rounding = Rounding::kCorrect,
          .infer = InferDequantizeLinear,
          .evaluate = EvaluateDequantizeLinear,
          .propose = ProposeDequantizeLinear};
}

}  // namespace assay::ops
