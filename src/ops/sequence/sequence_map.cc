// SequenceMap: runs a subgraph on each element of a sequence.
//
//   out_k[i] = body(first[i], others..)_k      (other sequences give their i-th element, tensors
//   are passed whole)
//
// Spec:  ONNX opset 17. The first input decides the length; other sequences must have the same.
// Traps: an empty sequence gives empty sequences.
#include "ops/control/body.h"

namespace assay::ops {
namespace {

Result<Types> InferSequenceMap(const InferCall& call) {
  ASSAY_ASSIGN(const Graph* body, GraphAttr(call, "body"));
  Types inputs;
  for (size_t i = 0; i < call.input_count(); ++i) {
    const ValueType& type = call.value(i);
    inputs.push_back(type.kind == ValueType::Kind::kSequence ? *type.element : type);
  }
  ASSAY_ASSIGN(Types outputs, call.subgraphs().Infer(*body, inputs));
  for (ValueType& type : outputs) type = ValueType::SequenceOf(std::move(type));
  return outputs;
}

Result<Outputs> EvaluateSequenceMap(const EvalCall& call) {
  ASSAY_ASSIGN(const Graph* body, GraphAttr(call, "body"));
  const size_t count = call.value(0).items.size();
  std::vector<std::vector<Known>> collected(body->outputs.size());
  for (size_t i = 0; i < count; ++i) {
    std::vector<Known> inputs;
    for (size_t k = 0; k < call.input_count(); ++k) {
      const Known& value = call.value(k);
      if (value.kind != Known::Kind::kSequence) {
        inputs.push_back(value);
        continue;
      }
      if (value.items.size() != count)
        return Invalid(StrCat("sequences have ", count, " and ", value.items.size(), " elements"));
      inputs.push_back(value.items[i]);
    }
    ASSAY_ASSIGN(std::vector<Known> outputs, call.subgraphs().Run(*body, std::move(inputs)));
    if (outputs.size() != collected.size())
      return Invalid("the body gave another number of outputs than it declares");
    for (size_t k = 0; k < outputs.size(); ++k) collected[k].push_back(std::move(outputs[k]));
  }
  Outputs out;
  for (std::vector<Known>& items : collected) out.push_back(Known::Sequence(std::move(items)));
  return out;
}

}  // namespace

OpDef SequenceMapDef() {
  return {.name = "SequenceMap",
          .meaning = "runs a subgraph on each element of a sequence",
          .rounding = Rounding::kComposite,
          .infer = InferSequenceMap,
          .evaluate = EvaluateSequenceMap};
}

}  // namespace assay::ops
