#include "ops/control/body.h"

namespace assay::ops {
namespace {

// What is known of a value that an iteration may change from `a` to `b`. A carried optional may
// come back as its content.
std::optional<ValueType> JoinCarried(const ValueType& a, const ValueType& b) {
  if (const auto joined = Join(a, b)) return joined;
  const bool content = a.kind == ValueType::Kind::kOptional && Join(*a.element, b).has_value();
  const bool wrapped = b.kind == ValueType::Kind::kOptional && Join(a, *b.element).has_value();
  return content || wrapped ? std::optional(ValueType()) : std::nullopt;
}

}  // namespace

Result<const Graph*> GraphAttr(const Call& call, std::string_view name) {
  const Graph* graph = call.AttrGraph(name);
  if (graph == nullptr) return Invalid(StrCat("the graph '", name, "' is missing"));
  return graph;
}

Result<Types> InferCarried(const InferCall& call, const Graph& body, const Types& leading,
                           Types& states, const Types& trailing, size_t first) {
  if (body.inputs.size() != leading.size() + states.size() + trailing.size())
    return Invalid(StrCat("the body takes ", body.inputs.size(), " inputs, ",
                          leading.size() + states.size() + trailing.size(), " are given"));
  if (body.outputs.size() < first + states.size())
    return Invalid(StrCat("the body gives ", body.outputs.size(), " outputs, at least ",
                          first + states.size(), " are needed"));
  // Each round can only lose sizes, then ranks; three rounds settle what usual loops do, after that
  // nothing is assumed.
  constexpr int kRounds = 4;
  for (int round = 0;; ++round) {
    Types inputs = leading;
    inputs.insert(inputs.end(), states.begin(), states.end());
    inputs.insert(inputs.end(), trailing.begin(), trailing.end());
    ASSAY_ASSIGN(Types outputs, call.subgraphs().Infer(body, inputs));
    bool settled = true;
    for (size_t i = 0; i < states.size(); ++i) {
      const ValueType& next = outputs[first + i];
      const auto joined = JoinCarried(states[i], next);
      if (!joined.has_value())
        return Invalid(StrCat("carried value ", i, " changes from ", TypeText(states[i]), " to ",
                              TypeText(next)));
      settled = settled && *joined == states[i];
      states[i] = *joined;
      if (round + 1 >= kRounds && !settled)
        states[i] =
            states[i].is_tensor() ? ValueType(TensorType(states[i].tensor.dtype)) : ValueType();
    }
    if (settled || round > kRounds) return outputs;
  }
}

Result<Known> Collect(std::span<const Known> parts, int64_t axis, const ValueType& declared) {
  std::vector<Bounded> tensors;
  for (const Known& part : parts) {
    if (part.kind == Known::Kind::kUndetermined) return Known::Undetermined();
    if (!part.is_tensor()) return Invalid("only tensors can be collected over iterations");
    tensors.push_back(part.tensor);
  }
  if (tensors.empty()) {
    const auto shape = declared.is_tensor() ? declared.tensor.shape() : std::nullopt;
    if (!shape.has_value() || declared.tensor.dtype == DType::kUndefined)
      return Known::Undetermined();
    ASSAY_ASSIGN(const int at, NormalizeAxis(axis, static_cast<int>(shape->size()) + 1));
    ASSAY_ASSIGN(Bounded empty, NewTensor(declared.tensor.dtype, WithNewAxis(*shape, at, 0)));
    return Known(std::move(empty));
  }
  ASSAY_ASSIGN(const int at, NormalizeAxis(axis, tensors[0].rank() + 1));
  ASSAY_ASSIGN(Bounded stacked, Stack(tensors, at));
  return Known(std::move(stacked));
}

Result<ValueType> CollectedType(const ValueType& element, int64_t axis, Dim count) {
  if (!element.is_tensor()) return ValueType();
  if (!element.tensor.has_rank) return ValueType(TensorType(element.tensor.dtype));
  ASSAY_ASSIGN(const int at, NormalizeAxis(axis, element.tensor.rank() + 1));
  return ValueType(TensorType(element.tensor.dtype,
                              WithNewDim(element.tensor.dims, static_cast<size_t>(at), count)));
}

Result<bool> CertainBool(const Known& known, const char* what) {
  if (known.kind == Known::Kind::kUndetermined)
    return Undetermined(StrCat(what, " is undetermined"));
  if (!known.is_tensor() || known.tensor.dtype() != DType::kBool || known.tensor.count() != 1)
    return Invalid(StrCat(what, " must be one boolean"));
  const Int value = known.tensor.integer(0);
  if (!value.point()) return Undetermined(StrCat(what, " depends on rounding"));
  return value.v != 0;
}

}  // namespace assay::ops
