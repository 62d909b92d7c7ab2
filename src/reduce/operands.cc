// operands: fewer and plainer operands.
//
// Leaves out optional ones, shortens lists of them, turns Constant nodes into weights, gives data
// as inputs and parameters (shapes, axes) as weights, and uses one tensor in place of two.
#include <algorithm>

#include "mutate/edit.h"
#include "reduce/extract.h"
#include "reduce/pass.h"
#include "reduce/tensors.h"

namespace assay::reduce {
namespace {

std::optional<ModelCase> WithTrimmedNode(const ModelCase& now, size_t i, Node node) {
  while (!node.inputs.empty() && node.inputs.back() == kAbsent) node.inputs.pop_back();
  ModelCase changed = now;
  changed.model.graph.SetNode(i, std::move(node));
  return Finished(std::move(changed));
}

Makers Fewer(const ModelCase& now) {
  Makers out;
  const Graph& graph = now.model.graph;
  for (size_t i = 0; i < graph.node_count(); ++i)
    for (size_t k = graph.node(i).inputs.size(); k-- > 0;) {
      if (graph.node(i).inputs[k] == kAbsent) continue;
      out.push_back([now, i, k] {
        Node node = now.model.graph.node(i);
        node.inputs[k] = kAbsent;
        return WithTrimmedNode(now, i, std::move(node));
      });
      out.push_back([now, i, k] {
        Node node = now.model.graph.node(i);
        node.inputs.erase(k);
        return WithTrimmedNode(now, i, std::move(node));
      });
    }
  return out;
}

std::optional<ModelCase> ConstantAsWeight(const ModelCase& now, size_t i) {
  const Node& node = now.model.graph.node(i);
  const Tensor* value = node.attrs.Get<Tensor>("value");
  if (value == nullptr) return std::nullopt;
  ModelCase changed = now;
  Graph& graph = changed.model.graph;
  const ValueId made = node.outputs[0];
  graph.EraseNode(i);
  graph.SetInitializer(made, *value);
  return Finished(std::move(changed));
}

Makers Constants(const ModelCase& now) {
  Makers out;
  for (size_t i = 0; i < now.model.graph.node_count(); ++i)
    if (now.model.graph.node(i).op == "Constant")
      out.push_back([now, i] { return ConstantAsWeight(now, i); });
  return out;
}

std::optional<ModelCase> AsWeight(const ModelCase& now, const Place& place) {
  ModelCase changed = now;
  Graph& graph = changed.model.graph;
  graph.SetInitializer(place.id, TensorAt(now, place));
  const auto at = static_cast<std::ptrdiff_t>(place.index);
  graph.inputs.erase(graph.inputs.begin() + at);
  changed.inputs.erase(changed.inputs.begin() + at);
  return Finished(std::move(changed));
}

std::optional<ModelCase> AsInput(const ModelCase& now, const Place& place) {
  ModelCase changed = now;
  Graph& graph = changed.model.graph;
  changed.inputs.emplace_back(TensorAt(now, place));
  graph.EraseInitializer(place.id);
  graph.inputs.push_back(place.id);
  return Finished(std::move(changed));
}

// Whether some node works on the value, rather than with it.
bool IsData(const Graph& graph, ValueId id) {
  const auto& nodes = graph.nodes();
  return std::any_of(nodes.begin(), nodes.end(), [&](const NodePtr& node) {
    return !node->inputs.empty() && node->inputs[0] == id;
  });
}

Makers Roles(const ModelCase& now) {
  Makers out;
  const Graph& graph = now.model.graph;
  for (const Place& place : TensorPlaces(now)) {
    if (place.input && OnlyParameter(graph, place.id))
      out.push_back([now, place] { return AsWeight(now, place); });
    if (!place.input && IsData(graph, place.id))
      out.push_back([now, place] { return AsInput(now, place); });
  }
  return out;
}

Makers Shared(const ModelCase& now) {
  Makers out;
  const Graph& graph = now.model.graph;
  const auto places = TensorPlaces(now);
  for (const Place& kept : places)
    for (const Place& other : places)
      if (kept.id < other.id && graph.type(kept.id) == graph.type(other.id))
        out.push_back([now, kept, other] {
          ModelCase changed = now;
          mutate::ReplaceUses(changed.model.graph, other.id, kept.id, 0);
          return Finished(std::move(changed));
        });
  return out;
}

}  // namespace

void Operands(Search& search) {
  search.Sweep(Constants);
  search.Sweep(Fewer);
  search.Sweep(Roles);
  search.Sweep(Shared);
}

}  // namespace assay::reduce
