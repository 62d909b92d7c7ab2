// Optional, OptionalHasElement, OptionalGetElement: a value that may be missing.
//
// Spec:  ONNX opsets 15, 18 (the two readers also accept plain tensors and sequences; HasElement's
// input may be left out), 28. Traps: reading the element of an empty optional is an error.
#include "ops/propose.h"
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

Result<Types> InferOptional(const InferCall& call) {
  if (call.has_input(0)) return Types{ValueType::OptionalOf(call.value(0))};
  const auto* type = call.node().attrs.Get<ValueType>("type");
  if (type == nullptr) return Invalid("an empty optional needs the attribute 'type'");
  return Types{ValueType::OptionalOf(*type)};
}

Result<Outputs> EvaluateOptional(const EvalCall& call) {
  return Outputs{call.has_input(0) ? Known::Optional(call.value(0)) : Known::Optional()};
}

Result<Types> InferHasElement(const InferCall&) {
  return OneType(TensorType(DType::kBool, Shape{}));
}

Result<Outputs> EvaluateHasElement(const EvalCall& call) {
  const bool has = call.has_input(0) &&
                   (call.value(0).kind != Known::Kind::kOptional || !call.value(0).items.empty());
  Bounded out(DType::kBool, {});
  out.set(0, Int::Point(has ? 1 : 0));
  return One(std::move(out));
}

Result<Types> InferGetElement(const InferCall& call) {
  const ValueType& type = call.value(0);
  return Types{type.kind == ValueType::Kind::kOptional ? *type.element : type};
}

Result<Outputs> EvaluateGetElement(const EvalCall& call) {
  const Known& value = call.value(0);
  if (value.kind != Known::Kind::kOptional) return Outputs{value};
  if (value.items.empty()) return Invalid("the optional has no element");
  return Outputs{value.items[0]};
}

// Plain tensors are admitted from opset 18 on.
std::optional<Proposal> ProposeReader(const ProposeCall& call) {
  return call.opset >= 18 ? std::optional(Proposal{}) : std::nullopt;
}

}  // namespace

OpDef OptionalDef() {
  return {.name = "Optional",
          .meaning = "wraps a value, or nothing",
          .data_inputs = {0, 1},
          .infer = InferOptional,
          .evaluate = EvaluateOptional};
}
OpDef OptionalHasElementDef() {
  return {.name = "OptionalHasElement",
          .meaning = "whether an optional holds a value",
          .infer = InferHasElement,
          .evaluate = EvaluateHasElement,
          .propose = ProposeReader};
}
OpDef OptionalGetElementDef() {
  return {.name = "OptionalGetElement",
          .meaning = "the value in an optional",
          .infer = InferGetElement,
          .evaluate = EvaluateGetElement,
          .propose = ProposeReader};
}

}  // namespace assay::ops
