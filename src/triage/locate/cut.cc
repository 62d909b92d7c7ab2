#include "triage/locate/cut.h"

#include "mutate/edit.h"

namespace assay::triage::locate {
namespace {

template <typename F>
void ForEachUse(const Graph& graph, const Node& node, F f) {
  for (const ValueId id : node.inputs)
    if (id != kAbsent) f(id);
  for (const ValueId id : mutate::CapturedBy(graph, node)) f(id);
}

}  // namespace

ModelCase CutAt(const ModelCase& whole, const std::vector<ValueId>& outputs) {
  ModelCase out = whole;
  Graph& graph = out.model.graph;
  graph.outputs = outputs;
  std::vector<bool> needed(graph.value_count(), false);
  const auto need = [&](ValueId id) { needed[static_cast<size_t>(id)] = true; };
  for (const ValueId id : outputs) need(id);
  for (size_t i = graph.node_count(); i-- > 0;) {
    const Node& node = graph.node(i);
    bool used = false;
    for (const ValueId id : node.outputs)
      used = used || (id != kAbsent && needed[static_cast<size_t>(id)]);
    if (used)
      ForEachUse(graph, node, need);
    else
      graph.EraseNode(i);
  }
  out.inputs.clear();
  graph.inputs.clear();
  const Graph& before = whole.model.graph;
  for (size_t i = 0; i < before.inputs.size(); ++i) {
    if (!needed[static_cast<size_t>(before.inputs[i])]) continue;
    graph.inputs.push_back(before.inputs[i]);
    out.inputs.push_back(whole.inputs[i]);
  }
  mutate::DropUnusedInitializers(graph);
  return out;
}

ModelCase FirstNodes(const ModelCase& whole, size_t count) {
  const Graph& graph = whole.model.graph;
  std::vector<bool> used(graph.value_count(), false);
  for (size_t i = 0; i < count; ++i)
    ForEachUse(graph, graph.node(i), [&](ValueId id) { used[static_cast<size_t>(id)] = true; });
  std::vector<ValueId> ends;
  for (size_t i = 0; i < count; ++i)
    for (const ValueId id : graph.node(i).outputs)
      if (id != kAbsent && !used[static_cast<size_t>(id)]) ends.push_back(id);
  return CutAt(whole, ends);
}

}  // namespace assay::triage::locate
