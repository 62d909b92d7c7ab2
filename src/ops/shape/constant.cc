// Constant: a tensor that stands in the node itself.
//
// Spec:  ONNX opsets 1 (value), 11 (sparse_value), 12 (value_int, value_ints, value_float, ..), 13
// … (more types). Traps: exactly one of the attributes may be present; a sparse value arrives here
// as the dense tensor it stands for.
#include "ops/propose.h"
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

Shape VectorShape(size_t length) { return {static_cast<int64_t>(length)}; }

Result<Tensor> ValueOf(const Attr& attr) {
  if (const auto* tensor = std::get_if<Tensor>(&attr)) return *tensor;
  if (const auto* number = std::get_if<int64_t>(&attr)) return ScalarInt64(*number);
  if (const auto* numbers = std::get_if<std::vector<int64_t>>(&attr)) return Int64Vector(*numbers);
  if (const auto* real = std::get_if<float>(&attr)) {
    const double value[] = {static_cast<double>(*real)};
    return MakeTensor(DType::kFloat32, {}, value);
  }
  if (const auto* reals = std::get_if<std::vector<float>>(&attr)) {
    const std::vector<double> values(reals->begin(), reals->end());
    return MakeTensor(DType::kFloat32, VectorShape(values.size()), values);
  }
  if (const auto* text = std::get_if<std::string>(&attr))
    return Tensor(Shape{}, std::vector<std::string>{*text});
  if (const auto* texts = std::get_if<std::vector<std::string>>(&attr))
    return Tensor(VectorShape(texts->size()), *texts);
  return Invalid("the attribute of Constant holds no value");
}

Result<Tensor> ConstantValue(const Call& call) {
  if (call.node().attrs.size() != 1)
    return Invalid(StrCat("Constant needs exactly one attribute, has ", call.node().attrs.size()));
  return ValueOf(call.node().attrs.begin()->second);
}

Result<Types> InferConstant(const InferCall& call) {
  // A reference to an attribute of the enclosing function is bound at each call.
  if (call.node().attrs.size() == 1 &&
      std::holds_alternative<AttrRef>(call.node().attrs.begin()->second))
    return Types{ValueType()};
  ASSAY_ASSIGN(const Tensor value, ConstantValue(call));
  return OneType(TensorType(value.dtype(), value.shape()));
}

Result<Outputs> EvaluateConstant(const EvalCall& call) {
  ASSAY_ASSIGN(const Tensor value, ConstantValue(call));
  return One(FromAttribute(call, value));
}

std::optional<Proposal> ProposeConstant(const ProposeCall& call) {
  static constexpr DType kTypes[] = {DType::kFloat32, DType::kFloat32, DType::kFloat64,
                                     DType::kFloat16, DType::kInt64,   DType::kInt32,
                                     DType::kBool};
  Rng& rng = call.rng;
  if (call.opset >= 12 && rng.Chance(0.1))
    return Proposal{.attrs = {{"value_int", rng.Int(-5, 5)}}};
  if (call.opset >= 12 && rng.Chance(0.1))
    return Proposal{.attrs = {{"value_float", static_cast<float>(rng.Real(-2, 2))}}};
  Shape shape;
  for (int64_t i = rng.Int(0, 3); i > 0; --i) shape.push_back(rng.Int(1, 4));
  return Proposal{
      .attrs = {{"value", RandomTensor(rng, rng.Pick(std::span<const DType>(kTypes)), shape)}}};
}

}  // namespace

OpDef ConstantDef() {
  return {.name = "Constant",
          .meaning = "a tensor given in the node",
          .data_inputs = {0, 0},
          .infer = InferConstant,
          .evaluate = EvaluateConstant,
          .propose = ProposeConstant};
}

}  // namespace assay::ops
