#include "gradient/constants.h"

#include <algorithm>

#include "ops/op.h"

namespace assay::gradient {
namespace {

bool HasSubgraph(const Node& node) {
  return std::any_of(node.attrs.begin(), node.attrs.end(), [](const Attrs::Item& item) {
    return std::holds_alternative<GraphPtr>(item.second) ||
           std::holds_alternative<std::vector<GraphPtr>>(item.second);
  });
}

}  // namespace

Constants::Constants(const Model& model, size_t count) : model_(model) {
  for (size_t i = 0; i < count; ++i)
    for (const ValueId id : model.graph.node(i).outputs)
      if (id != kAbsent) producers_[id] = model.graph.nodes()[i];
}

std::optional<Tensor> Constants::Value(ValueId id) {
  const auto it = known_.find(id);
  if (it != known_.end()) return it->second;
  known_[id] = std::nullopt;
  return known_[id] = Compute(id);
}

std::optional<Tensor> Constants::Compute(ValueId id) {
  const Graph& graph = model_.graph;
  // An initializer that is also an input is only a default.
  if (std::find(graph.inputs.begin(), graph.inputs.end(), id) != graph.inputs.end())
    return std::nullopt;
  if (const Tensor* tensor = graph.initializer(id)) return *tensor;
  const auto it = producers_.find(id);
  if (it == producers_.end()) return std::nullopt;
  const Node& node = *it->second;
  const ops::OpDef* op = ops::FindOp(node.domain, node.op);
  if (op == nullptr || op->evaluate == nullptr || op->rounding == ops::Rounding::kRandom ||
      HasSubgraph(node) || model_.FindFunction(node) != nullptr)
    return std::nullopt;
  const bool by_shape = node.op == "Shape" || node.op == "Size";
  std::vector<Known> inputs(node.inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (node.inputs[i] == kAbsent) continue;
    std::optional<Tensor> value = Value(node.inputs[i]);
    const ValueType& type = graph.type(node.inputs[i]);
    // Only the sizes matter: zeros of that shape do.
    if (!value.has_value() && by_shape && type.is_tensor() && type.tensor.shape().has_value())
      value = Tensor(DType::kBool, *type.tensor.shape());
    if (!value.has_value()) return std::nullopt;
    auto known = Bounded::From(*value, {});
    if (!known.ok()) return std::nullopt;
    inputs[i] = Known(std::move(known).value());
  }
  Rng unused(0);
  const Rules rules;
  const ops::EvalCall call(node, model_.opset(node.domain), inputs, rules, nullptr, unused,
                           nullptr);
  const auto outputs = op->evaluate(call);
  if (!outputs.ok()) return std::nullopt;
  for (size_t k = 0; k < node.outputs.size() && k < outputs->size(); ++k)
    if (node.outputs[k] == id && (*outputs)[k].is_tensor() && (*outputs)[k].tensor.exact())
      return (*outputs)[k].tensor.ToTensor();
  return std::nullopt;
}

}  // namespace assay::gradient
