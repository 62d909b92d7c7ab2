#include "reduce/upstream.h"

#include "mutate/edit.h"

namespace assay::reduce {
namespace {

void AddOperators(const Node& node, std::set<std::string>& out) {
  out.insert(node.op);
  for (const auto& [name, attr] : node.attrs)
    if (const auto* body = std::get_if<GraphPtr>(&attr); body != nullptr && *body != nullptr)
      for (const NodePtr& inner : (*body)->nodes()) AddOperators(*inner, out);
}

}  // namespace

std::set<std::string> OperatorsBefore(const Graph& graph, const std::string& tensor) {
  std::set<ValueId> needed = {graph.Find(tensor)};
  std::set<std::string> out;
  for (size_t i = graph.node_count(); i-- > 0;) {
    const Node& node = graph.node(i);
    bool used = false;
    for (const ValueId id : node.outputs) used = used || (id != kAbsent && needed.contains(id));
    if (!used) continue;
    AddOperators(node, out);
    needed.insert(node.inputs.begin(), node.inputs.end());
    for (const ValueId id : mutate::CapturedBy(graph, node)) needed.insert(id);
  }
  return out;
}

}  // namespace assay::reduce
