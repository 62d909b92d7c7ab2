// ConstantOfShape: a tensor of the shape given by a 1-D input, filled with one value.
//
// Spec:  ONNX opsets 9, 20 (bfloat16, float8), 21 … (int4, …). Without `value`: float32 zeros. An
// empty shape gives a scalar. Traps: `value` must hold exactly one element; negative sizes are
// errors.
#include "ops/list.h"
#include "ops/propose.h"
#include "ops/shape/movement.h"
#include "ops/size_check.h"

namespace assay::ops {
namespace {

Status CheckValue(const Call& call) {
  const Tensor* value = call.AttrTensor("value");
  if (value != nullptr && value->count() != 1)
    return Invalid(StrCat("value must hold one element, its shape is ", ShapeText(value->shape())));
  return {};
}

Result<Types> InferConstantOfShape(const InferCall& call) {
  ASSAY_RETURN_IF_ERROR(CheckValue(call));
  const Tensor* value = call.AttrTensor("value");
  const DType dtype = value != nullptr ? value->dtype() : DType::kFloat32;
  const TensorType& shape = call.input(0);
  if (shape.has_rank && shape.rank() != 1)
    return Invalid(StrCat("the shape must be 1-D, is ", TypeText(shape)));
  const auto sizes = call.ConstantInts(0);
  if (!sizes.has_value()) return OneType(OfRank(dtype, KnownLength(shape)));
  ASSAY_RETURN_IF_ERROR(CheckNotNegative(*sizes));
  return OneType(TensorType(dtype, Shape(sizes->begin(), sizes->end())));
}

Result<Outputs> EvaluateConstantOfShape(const EvalCall& call) {
  ASSAY_RETURN_IF_ERROR(CheckValue(call));
  ASSAY_ASSIGN(const std::vector<int64_t> sizes, ListOf(call, 0, "shape"));
  ASSAY_RETURN_IF_ERROR(CheckNotNegative(sizes));
  const Tensor* value = call.AttrTensor("value");
  const Shape shape(sizes.begin(), sizes.end());
  ASSAY_RETURN_IF_ERROR(CheckEvaluable(shape));
  if (value == nullptr) return One(Bounded(DType::kFloat32, shape));
  ASSAY_ASSIGN(const Bounded one, FromAttribute(call, *value));
  const std::vector<int64_t> map(static_cast<size_t>(ElementCount(shape)), 0);
  return One(one.Take(shape, map));
}

std::optional<Proposal> ProposeConstantOfShape(const ProposeCall& call) {
  static constexpr DType kTypes[] = {DType::kFloat32, DType::kFloat64, DType::kFloat16,
                                     DType::kInt64,   DType::kInt32,   DType::kBool};
  std::vector<int64_t> sizes;
  for (int64_t i = call.rng.Int(0, 3); i > 0; --i) sizes.push_back(call.rng.Int(1, 4));
  Proposal out{.constants = {Int64Vector(sizes)}};
  if (call.rng.Chance(0.8))
    out.attrs.Set("value",
                  RandomTensor(call.rng, call.rng.Pick(std::span<const DType>(kTypes)), {1}));
  return out;
}

}  // namespace

OpDef ConstantOfShapeDef() {
  return {.name = "ConstantOfShape",
          .meaning = "a tensor of given shape filled with one value",
          .data_inputs = {0, 0},
          .infer = InferConstantOfShape,
          .evaluate = EvaluateConstantOfShape,
          .propose = ProposeConstantOfShape};
}

}  // namespace assay::ops
