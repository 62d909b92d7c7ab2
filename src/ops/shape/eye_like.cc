// EyeLike: a matrix of the input's shape with ones on a diagonal and zeros elsewhere.
//
//   out[i, j] = 1 if j - i == k, else 0
//
// Spec:  ONNX opsets 9, 22 (bfloat16). `dtype` defaults to the input's element type.
// Traps: the values of the input do not matter; a diagonal outside the matrix gives zeros only.
#include "ops/propose.h"
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

Result<DType> EyeType(const Call& call, DType input) {
  if (!call.HasAttr("dtype")) return input;
  const auto dtype = call.AttrDType("dtype");
  if (!dtype.has_value() || !(IsFloat(*dtype) || IsIntOrBool(*dtype)))
    return Invalid(StrCat("dtype ", call.AttrInt("dtype", 0), " is not a type of numbers"));
  return *dtype;
}

Result<Types> InferEyeLike(const InferCall& call) {
  TensorType out = call.input(0);
  if (out.has_rank && out.rank() != 2)
    return Invalid(StrCat("needs a matrix, is given ", TypeText(out)));
  ASSAY_ASSIGN(out.dtype, EyeType(call, out.dtype));
  return OneType(out.has_rank ? out : OfRank(out.dtype, 2));
}

Result<Outputs> EvaluateEyeLike(const EvalCall& call) {
  const Shape& shape = call.tensor(0).shape();
  if (shape.size() != 2)
    return Invalid(StrCat("needs a matrix, is given shape ", ShapeText(shape)));
  ASSAY_ASSIGN(const DType dtype, EyeType(call, call.tensor(0).dtype()));
  Bounded out(dtype, shape);
  const int64_t k = call.AttrInt("k", 0);
  if (k <= -shape[0] || k >= shape[1]) return One(std::move(out));
  for (int64_t i = std::max<int64_t>(0, -k); i < shape[0] && i + k < shape[1]; ++i) {
    if (out.is_real())
      out.set(i * shape[1] + i + k, Real::Point(1));
    else
      out.set(i * shape[1] + i + k, Int::Point(1));
  }
  return One(std::move(out));
}

std::optional<Proposal> ProposeEyeLike(const ProposeCall& call) {
  static constexpr DType kTypes[] = {DType::kFloat32, DType::kFloat64, DType::kFloat16,
                                     DType::kInt64,   DType::kInt32,   DType::kBool};
  if (call.rank(0) != 2) return std::nullopt;
  Proposal out;
  if (call.rng.Chance(0.5)) out.attrs.Set("k", call.rng.Int(-3, 3));
  if (call.rng.Chance(0.5))
    out.attrs.Set("dtype", static_cast<int64_t>(call.rng.Pick(std::span<const DType>(kTypes))));
  return out;
}

}  // namespace

OpDef EyeLikeDef() {
  return {.name = "EyeLike",
          .meaning = "ones on a diagonal, zeros elsewhere",
          .infer = InferEyeLike,
          .evaluate = EvaluateEyeLike,
          .propose = ProposeEyeLike};
}

}  // namespace assay::ops
