// QuantizeLinear: divides by a scale, rounds to nearest even, adds a zero point and saturates into
// a narrow type.
//
//   y = saturate(round(x / y_scale) + y_zero_point)
//
// Spec:  ONNX opsets 10 (one scale), 13 (scales per axis), 19 (float8, saturate), 21 (blocks, 4-
// and 16-bit types,
//        output_dtype), 23 (precision; scale of another type; float4), 24 (float8e8m0 scales), 25
//        (2-bit types), 28 (float6).
// Traps: the quotient is rounded before the zero point is added. It is computed in the type of the
// scale (or `precision`),
//        where multiplying by a rounded reciprocal may cross a tie: both neighbours are allowed
//        there, and nowhere else.
#include "ops/norm/moments.h"
#include "ops/propose.h"
#include "ops/quantize/quantized.h"

namespace assay::ops {
namespace {

constexpr Open kQuantizedNan = {"NaN quantised to an integer",
                                "ONNX QuantizeLinear: no text on NaN"};
constexpr Open kZeroPoint = {
    "a zero point other than zero with float8 results",
    "ONNX QuantizeLinear: 'y_zero_point is usually not used for quantization to float8'"};

constexpr DType kTargets[] = {DType::kUint8,      DType::kInt8,           DType::kUint8,
                              DType::kInt8,       DType::kFloat8E4M3FN,   DType::kFloat8E4M3FNUZ,
                              DType::kFloat8E5M2, DType::kFloat8E5M2FNUZ, DType::kInt16,
                              DType::kUint16,     DType::kUint4,          DType::kInt4,
                              DType::kFloat4E2M1, DType::kUint2,          DType::kInt2};

bool ComputesIn(DType type) {
  return type == DType::kFloat32 || type == DType::kFloat16 || type == DType::kBfloat16 ||
         type == DType::kFloat64;
}

Result<DType> ResultType(const InferCall& call) {
  const int64_t code = call.AttrInt("output_dtype", 0);
  const auto named = call.AttrDType("output_dtype");
  if (code != 0 && !named.has_value())
    return Invalid(StrCat("output_dtype ", code, " is not an element type"));
  if (!call.has_input(2)) return named.value_or(DType::kUint8);
  const DType zero = call.dtype(2);
  if (named.has_value() && zero != DType::kUndefined && zero != *named)
    return Invalid(
        StrCat("output_dtype is ", DTypeName(*named), " but the zero point is ", DTypeName(zero)));
  return zero;
}

// The type of the division.
DType DivisionType(const Call& call, DType x, DType scale) {
  const auto precision = call.AttrDType("precision");
  if (precision.has_value() && ComputesIn(*precision)) return *precision;
  if (ComputesIn(scale)) return scale;
  return ComputesIn(x) ? x : DType::kFloat32;
}

Result<Types> InferQuantizeLinear(const InferCall& call) {
  const TensorType& x = call.input(0);
  const TensorType* zero = call.has_input(2) ? &call.input(2) : nullptr;
  ASSAY_RETURN_IF_ERROR(
      CheckScales(x, call.input(1), zero, call.AttrInt("axis", 1), call.AttrInt("block_size", 0)));
  const int64_t precision = call.AttrInt("precision", 0);
  if (precision != 0 &&
      (!call.AttrDType("precision").has_value() || !ComputesIn(*call.AttrDType("precision"))))
    return Invalid(StrCat("precision ", precision, " is not a type to divide in"));
  TensorType y = x;
  ASSAY_ASSIGN(y.dtype, ResultType(call));
  const bool narrow = IsFloat(y.dtype)
                          ? FormatOf(y.dtype).precision <= 4 && y.dtype != DType::kFloat8E8M0
                          : IsInt(y.dtype) && BitWidth(y.dtype) <= 16;
  if (!narrow && y.dtype != DType::kUndefined)
    return Invalid(StrCat(DTypeName(y.dtype), " is not a type to quantise to"));
  return OneType(y);
}

// Elements and scales as the division sees them.
Real Operand(const Arith& arith, const Bounded& tensor, int64_t i) {
  if (!tensor.is_real()) return arith.Round(AsReal(tensor, i));
  return AsSeenBy(arith, tensor.dtype(), tensor.real(i));
}

Real ToFloat(const EvalCall& call, const Arith& arith, Real t, DType type) {
  const bool saturate = call.AttrInt("saturate", 1) != 0;
  if (t.nan == Nan::kMay && !FormatOf(type).has_nan) t = Real::Anything(t.v);
  return QuantizeToFloat(arith.adversarial() ? Real::Point(t.v) : t, type, saturate);
}

Result<Outputs> EvaluateQuantizeLinear(const EvalCall& call) {
  const Bounded &x = call.tensor(0), &scale = call.tensor(1);
  ASSAY_ASSIGN(
      const std::vector<int64_t> map,
      ScaleMap(x.shape(), scale.shape(), call.AttrInt("axis", 1), call.AttrInt("block_size", 0)));
  const Arith arith = call.arith(DivisionType(call, x.dtype(), scale.dtype()));
  const DType type = call.has_input(2) ? call.tensor(2).dtype()
                                       : call.AttrDType("output_dtype").value_or(DType::kUint8);
  Bounded y(type, x.shape());
  for (int64_t i = 0; i < x.count(); ++i) {
    const int64_t k = map[static_cast<size_t>(i)];
    const Real t = arith.Div(Operand(arith, x, i), Operand(arith, scale, k));
    if (!IsFloat(type)) {
      y.set(i,
            QuantizeToInt(t, call.has_input(2) ? call.tensor(2).integer(k) : Int::Point(0), type));
      continue;
    }
    Real q = ToFloat(call, arith, t, type);
    if (call.has_input(2) && !(call.tensor(2).real(k).point() && call.tensor(2).real(k).v == 0) &&
        !call.adversarial())
      q = Hull(ToFloat(call, arith, arith.Add(t, call.tensor(2).real(k)), type), q);
    y.set(i, q);
  }
  return One(std::move(y));
}

// The types that the opset admits come first in kTargets.
DType RandomTarget(const ProposeCall& call) {
  const int64_t count = call.opset < 19   ? 4
                        : call.opset < 21 ? 8
                        : call.opset < 23 ? 12
                        : call.opset < 25 ? 13
                                          : 15;
  return kTargets[call.rng.Int(0, count - 1)];
}

std::optional<Proposal> ProposeQuantizeLinear(const ProposeCall& call) {
  const DType x = call.dtype(0);
  if (x == DType::kInt32 && call.opset >= 19 && call.opset < 23)
    return std::nullopt;  // integer scales
  const DType type = RandomTarget(call), scale = x == DType::kInt32 ? DType::kFloat32 : x;
  const Shape shape = call.shape(0);
  Shape scales;
  Proposal p;
  const bool per_axis = call.opset >= 13 && !shape.empty() && call.rng.Chance(0.5);
  if (per_axis) {
    const auto axis = static_cast<size_t>(call.rng.Int(0, static_cast<int64_t>(shape.size()) - 1));
    p.attrs.Set("axis", static_cast<int64_t>(axis) -
                            (call.rng.Chance(0.3) ? static_cast<int64_t>(shape.size()) : 0));
    scales = RandomScaleShape(call, axis, p.attrs);
  }
  if (IsFloat(type) && call.rng.Chance(0.3) && BitWidth(type) == 8)
    p.attrs.Set("saturate", int64_t{0});
  p.constants.emplace_back(RandomScale(call.rng, scale, scales));
  if (call.opset >= 21 && call.rng.Chance(0.2)) {
    p.attrs.Set("output_dtype", static_cast<int64_t>(type));
  } else if (type != DType::kUint8 || call.rng.Chance(0.8)) {
    p.constants.emplace_back(RandomZeroPoint(call.rng, type, scales));
  }
  return p;
}

}  // namespace

OpDef QuantizeLinearDef() {
  return {.name = "QuantizeLinear",
          .meaning = "scales, rounds and saturates into a narrow type",
          .rounding = Rounding::kFunction,
          .infer = InferQuantizeLinear,
          .evaluate = EvaluateQuantizeLinear,
          .propose = ProposeQuantizeLinear,
          .open = {kQuantizedNan, kZeroPoint}};
}

}  // namespace assay::ops
