// ConcatFromSequence: joins the tensors of a sequence along an existing axis, or stacks them along
// a new one.
//
// Spec:  ONNX opset 11. new_axis = 0: axis in [-r, r-1]; new_axis = 1: axis in [-r-1, r], all
// shapes equal. Traps: an empty sequence cannot be joined.
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

bool Stacks(const Call& call) { return call.AttrInt("new_axis", 0) != 0; }

Result<int> JoinedAxis(const Call& call, int rank) {
  return NormalizeAxis(call.AttrInt("axis", 0), rank + (Stacks(call) ? 1 : 0));
}

Result<Types> InferConcatFromSequence(const InferCall& call) {
  const ValueType& sequence = call.value(0);
  if (sequence.kind != ValueType::Kind::kSequence || !sequence.element->is_tensor())
    return Types{ValueType()};
  const TensorType& element = sequence.element->tensor;
  if (!element.has_rank) return OneType(TensorType(element.dtype));
  ASSAY_ASSIGN(const int axis, JoinedAxis(call, element.rank()));
  Dims dims = element.dims;
  if (Stacks(call))
    dims.insert(static_cast<size_t>(axis), Dim::Unknown());
  else
    dims[static_cast<size_t>(axis)] = Dim::Unknown();
  return OneType(TensorType(element.dtype, dims));
}

Result<Outputs> EvaluateConcatFromSequence(const EvalCall& call) {
  std::vector<Bounded> parts;
  for (const Known& item : call.value(0).items) {
    if (item.kind == Known::Kind::kUndetermined)
      return Undetermined("ConcatFromSequence: an element is undetermined");
    if (!item.is_tensor()) return Invalid("the sequence holds something other than tensors");
    parts.push_back(item.tensor);
  }
  if (parts.empty()) return Invalid("the sequence is empty");
  ASSAY_ASSIGN(const int axis, JoinedAxis(call, parts[0].rank()));
  return One(Stacks(call) ? Stack(parts, axis) : Concatenate(parts, axis));
}

}  // namespace

OpDef ConcatFromSequenceDef() {
  return {.name = "ConcatFromSequence",
          .meaning = "joins or stacks the tensors of a sequence",
          .infer = InferConcatFromSequence,
          .evaluate = EvaluateConcatFromSequence};
}

}  // namespace assay::ops
