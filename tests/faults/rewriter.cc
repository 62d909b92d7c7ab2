#include "rewriter.h"

#include <algorithm>

namespace assay::faults {

Rewriter::Rewriter(Model& model, Session& session) : model_(model), session_(session) { Index(); }

void Rewriter::Index() {
  producers_ = graph().Producers();
  uses_.assign(graph().value_count(), 0);
  for (const NodePtr& node : graph().nodes()) {
    for (const ValueId id : node->inputs)
      if (id != kAbsent) ++uses_[static_cast<size_t>(id)];
    // A value that a subgraph captures must stay as it is.
    for (const auto& [name, attr] : node->attrs)
      if (const auto* subgraph = std::get_if<GraphPtr>(&attr))
        for (const ValueId id : (*subgraph)->captured)
          if (const ValueId here = graph().Find((*subgraph)->name_of(id)); here != kAbsent)
            uses_[static_cast<size_t>(here)] += 2;
  }
  for (const ValueId id : graph().outputs) ++uses_[static_cast<size_t>(id)];
}

bool Rewriter::Is(size_t i, std::initializer_list<std::string_view> ops) const {
  return node(i).domain.empty() && std::find(ops.begin(), ops.end(), node(i).op) != ops.end();
}

bool Rewriter::Has(size_t i, size_t input) const {
  return input < node(i).inputs.size() && node(i).inputs[input] != kAbsent;
}

std::optional<size_t> Rewriter::Producer(ValueId id) const {
  const int made_by = producers_[static_cast<size_t>(id)];
  if (made_by < 0 || !node(static_cast<size_t>(made_by)).domain.empty()) return std::nullopt;
  return static_cast<size_t>(made_by);
}

std::optional<size_t> Rewriter::FusableProducer(size_t i, size_t input) const {
  if (!Has(i, input)) return std::nullopt;
  const ValueId id = node(i).inputs[input];
  const bool output =
      std::find(graph().outputs.begin(), graph().outputs.end(), id) != graph().outputs.end();
  if (Uses(id) != 1 || output) return std::nullopt;
  return Producer(id);
}

const Tensor* Rewriter::Constant(ValueId id) const {
  if (id == kAbsent) return nullptr;
  const bool input =
      std::find(graph().inputs.begin(), graph().inputs.end(), id) != graph().inputs.end();
  return input ? nullptr : graph().initializer(id);
}

std::optional<Shape> Rewriter::ShapeOf(ValueId id) const {
  const ValueType& type = graph().type(id);
  return type.is_tensor() ? type.tensor.shape() : std::nullopt;
}

void Rewriter::Set(size_t i, Node changed) {
  model_.graph.SetNode(i, std::move(changed));
  changed_ = true;
  Index();
}

ValueId Rewriter::InsertBefore(size_t& i, Node added) {
  Graph& graph = model_.graph;
  const ValueId made = graph.AddValue(graph.FreshName("fused"));
  added.outputs = {made};
  added.name.clear();
  graph.InsertNode(i, std::move(added));
  ++i;
  changed_ = true;
  Index();
  return made;
}

void Rewriter::SetInitializer(ValueId id, Tensor tensor) {
  model_.graph.SetInitializer(id, std::move(tensor));
  changed_ = true;
}

void Rewriter::Bypass(size_t i, ValueId value) {
  Node identity;
  identity.op = "Identity";
  identity.inputs = {value};
  identity.outputs = {node(i).outputs[0]};
  Set(i, std::move(identity));
}

ValueId Rewriter::AddConstant(Tensor tensor) {
  Graph& graph = model_.graph;
  const ValueId id =
      graph.AddValue(graph.FreshName("folded"), TensorType(tensor.dtype(), tensor.shape()));
  graph.SetInitializer(id, std::move(tensor));
  Index();
  return id;
}

bool IsActivation(std::string_view op) {
  static constexpr std::string_view kOps[] = {
      "Clip", "Elu",     "HardSigmoid", "HardSwish", "LeakyRelu", "Mish", "Relu",
      "Selu", "Sigmoid", "Softplus",    "Softsign",  "Tanh",      "Gelu", "ThresholdedRelu"};
  return std::find(std::begin(kOps), std::end(kOps), op) != std::end(kOps);
}

bool IsUnaryElementwise(std::string_view op) {
  static constexpr std::string_view kOps[] = {
      "Abs",   "Acos", "Asin", "Atan",  "Ceil",       "Celu", "Cos", "Cosh", "Erf",  "Exp",
      "Floor", "Log",  "Neg",  "Round", "Reciprocal", "Sign", "Sin", "Sinh", "Sqrt", "Asinh"};
  return IsActivation(op) || std::find(std::begin(kOps), std::end(kOps), op) != std::end(kOps);
}

}  // namespace assay::faults
