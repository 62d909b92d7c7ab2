// SequenceConstruct, SequenceEmpty, SequenceInsert, SequenceErase, SequenceAt, SequenceLength:
// lists of tensors of one type.
//
// Spec:  ONNX opset 11. Positions are scalars; negative ones count from the end: [-n, n-1], for
// inserting [-n, n]. Without a
//        position SequenceInsert appends and SequenceErase removes the last.
// Traps: shapes of the elements may differ; only the element type is shared.
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

// What holds of all elements after adding one of type `added`.
Result<ValueType> Joined(const ValueType& element, const ValueType& added) {
  const auto joined = Join(element, added);
  if (!joined.has_value())
    return Invalid(StrCat("a sequence of ", TypeText(element), " cannot hold ", TypeText(added)));
  return *joined;
}

Result<ValueType> ElementType(const InferCall& call) {
  const ValueType& sequence = call.value(0);
  if (sequence.kind == ValueType::Kind::kUnknown) return ValueType();
  if (sequence.kind != ValueType::Kind::kSequence)
    return Invalid(StrCat("needs a sequence, is given ", TypeText(sequence)));
  return *sequence.element;
}

Result<std::vector<Known>> ItemsOf(const EvalCall& call) {
  if (call.value(0).kind != Known::Kind::kSequence) return Invalid("input 0 must be a sequence");
  return call.value(0).items;
}

// The place that input `i` names among `count`; `otherwise` when it is left out.
Result<int64_t> PlaceOf(const EvalCall& call, size_t i, int64_t count, int64_t last,
                        int64_t otherwise) {
  if (!call.has_input(i)) return otherwise;
  ASSAY_ASSIGN(const std::vector<int64_t> position, call.Ints(i));
  if (position.size() != 1)
    return Invalid(StrCat("a position must be one number, ", position.size(), " are given"));
  if (position[0] < -count || position[0] > last)
    return Invalid(StrCat("position ", position[0], " is out of range for a sequence of ", count));
  return position[0] < 0 ? position[0] + count : position[0];
}

Result<Outputs> OneSequence(std::vector<Known> items) {
  Outputs out;
  out.push_back(Known::Sequence(std::move(items)));
  return out;
}

// ---- SequenceConstruct ----

Result<Types> InferConstruct(const InferCall& call) {
  ValueType element = call.value(0);
  for (size_t i = 1; i < call.input_count(); ++i) {
    ASSAY_ASSIGN(element, Joined(element, call.value(i)));
  }
  return Types{ValueType::SequenceOf(std::move(element))};
}

Result<Outputs> EvaluateConstruct(const EvalCall& call) {
  std::vector<Known> items;
  for (size_t i = 0; i < call.input_count(); ++i) items.push_back(call.value(i));
  return OneSequence(std::move(items));
}

// ---- SequenceEmpty ----

Result<Types> InferEmpty(const InferCall& call) {
  if (!call.HasAttr("dtype"))
    return Types{ValueType::SequenceOf(ValueType(TensorType(DType::kFloat32)))};
  const auto dtype = call.AttrDType("dtype");
  if (!dtype.has_value())
    return Invalid(StrCat("dtype ", call.AttrInt("dtype", 0), " is not an element type"));
  return Types{ValueType::SequenceOf(ValueType(TensorType(*dtype)))};
}

Result<Outputs> EvaluateEmpty(const EvalCall&) { return OneSequence({}); }

// ---- SequenceInsert ----

Result<Types> InferInsert(const InferCall& call) {
  ASSAY_ASSIGN(ValueType element, ElementType(call));
  ASSAY_ASSIGN(element, Joined(element, call.value(1)));
  return Types{ValueType::SequenceOf(std::move(element))};
}

Result<Outputs> EvaluateInsert(const EvalCall& call) {
  ASSAY_ASSIGN(std::vector<Known> items, ItemsOf(call));
  const auto count = static_cast<int64_t>(items.size());
  ASSAY_ASSIGN(const int64_t place, PlaceOf(call, 2, count, count, count));
  items.insert(items.begin() + place, call.value(1));
  return OneSequence(std::move(items));
}

// ---- SequenceErase ----

Result<Types> InferErase(const InferCall& call) {
  ASSAY_ASSIGN(ValueType element, ElementType(call));
  return Types{ValueType::SequenceOf(std::move(element))};
}

Result<Outputs> EvaluateErase(const EvalCall& call) {
  ASSAY_ASSIGN(std::vector<Known> items, ItemsOf(call));
  const auto count = static_cast<int64_t>(items.size());
  if (count == 0) return Invalid("there is nothing to erase from an empty sequence");
  ASSAY_ASSIGN(const int64_t place, PlaceOf(call, 1, count, count - 1, count - 1));
  items.erase(items.begin() + place);
  return OneSequence(std::move(items));
}

// ---- SequenceAt ----

Result<Types> InferAt(const InferCall& call) {
  ASSAY_ASSIGN(ValueType element, ElementType(call));
  return Types{std::move(element)};
}

Result<Outputs> EvaluateAt(const EvalCall& call) {
  ASSAY_ASSIGN(const std::vector<Known> items, ItemsOf(call));
  const auto count = static_cast<int64_t>(items.size());
  ASSAY_ASSIGN(const int64_t place, PlaceOf(call, 1, count, count - 1, 0));
  return Outputs{items[static_cast<size_t>(place)]};
}

// ---- SequenceLength ----

Result<Types> InferLength(const InferCall& call) {
  ASSAY_RETURN_IF_ERROR(ElementType(call));
  return OneType(TensorType(DType::kInt64, Shape{}));
}

Result<Outputs> EvaluateLength(const EvalCall& call) {
  ASSAY_ASSIGN(const std::vector<Known> items, ItemsOf(call));
  Bounded out(DType::kInt64, {});
  out.set(0, Int::Point(static_cast<int64_t>(items.size())));
  return One(std::move(out));
}

}  // namespace

OpDef SequenceConstructDef() {
  return {.name = "SequenceConstruct",
          .meaning = "a sequence of the given tensors",
          .data_inputs = {1, 4},
          .infer = InferConstruct,
          .evaluate = EvaluateConstruct};
}
OpDef SequenceEmptyDef() {
  return {.name = "SequenceEmpty",
          .meaning = "an empty sequence",
          .data_inputs = {0, 0},
          .infer = InferEmpty,
          .evaluate = EvaluateEmpty};
}
OpDef SequenceInsertDef() {
  return {.name = "SequenceInsert",
          .meaning = "a sequence with one more tensor",
          .data_inputs = {2, 3},
          .infer = InferInsert,
          .evaluate = EvaluateInsert};
}
OpDef SequenceEraseDef() {
  return {.name = "SequenceErase",
          .meaning = "a sequence with one tensor less",
          .data_inputs = {1, 2},
          .infer = InferErase,
          .evaluate = EvaluateErase};
}
OpDef SequenceAtDef() {
  return {.name = "SequenceAt",
          .meaning = "one tensor of a sequence",
          .data_inputs = {2, 2},
          .infer = InferAt,
          .evaluate = EvaluateAt};
}
OpDef SequenceLengthDef() {
  return {.name = "SequenceLength",
          .meaning = "the number of tensors in a sequence",
          .infer = InferLength,
          .evaluate = EvaluateLength};
}

}  // namespace assay::ops
