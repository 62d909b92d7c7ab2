// names: x, w and y in place of made-up names, and nothing that only describes.
#include <set>

#include "base/strings.h"
#include "mutate/edit.h"
#include "reduce/extract.h"
#include "reduce/pass.h"

namespace assay::reduce {
namespace {

void Undescribe(Model& model) {
  model.producer_name = model.producer_version = model.domain = model.doc = "";
  model.metadata.clear();
  model.model_version = 0;
  model.graph.name = "g";
  model.graph.doc = "";
  std::set<std::string> domains = {""};
  for (size_t i = 0; i < model.graph.node_count(); ++i) {
    Node node = model.graph.node(i);
    node.name = node.doc = "";
    domains.insert(node.domain);
    model.graph.SetNode(i, std::move(node));
  }
  // Functions and subgraphs may need more.
  if (!model.functions.empty()) return;
  std::erase_if(model.opsets, [&](const auto& entry) { return !domains.contains(entry.first); });
}

// "x", or "x0", "x1", … where there are several.
std::string Numbered(std::string_view stem, size_t index, size_t count) {
  return count == 1 ? std::string(stem) : StrCat(stem, index);
}

void Rename(Graph& graph) {
  std::vector<std::pair<ValueId, std::string>> names;
  std::set<ValueId> named;
  const auto add = [&](ValueId id, std::string name) {
    // A subgraph finds what it captures by name.
    if (!mutate::IsCaptured(graph, id) && named.insert(id).second)
      names.emplace_back(id, std::move(name));
  };
  for (size_t i = 0; i < graph.inputs.size(); ++i)
    add(graph.inputs[i], Numbered("x", i, graph.inputs.size()));
  for (size_t i = 0; i < graph.outputs.size(); ++i)
    add(graph.outputs[i], Numbered("y", i, graph.outputs.size()));
  size_t weight = 0, inner = 0;
  for (const auto& [id, tensor] : graph.initializers())
    add(id, Numbered("w", weight++, graph.initializers().size()));
  for (const NodePtr& node : graph.nodes())
    for (const ValueId id : node->outputs)
      if (id != kAbsent) add(id, StrCat("t", inner++));
  // Two steps, since a new name may be the old one of another value.
  for (const auto& [id, name] : names) graph.Rename(id, mutate::UnusedName(graph, "renamed"));
  for (const auto& [id, name] : names) graph.Rename(id, mutate::UnusedName(graph, name));
}

}  // namespace

void Names(Search& search) {
  const ModelCase start = search.current();
  const auto made = [&start](bool rename) {
    ModelCase changed = start;
    Undescribe(changed.model);
    if (rename) Rename(changed.model.graph);
    return Finished(std::move(changed));
  };
  search.TakeFirst({[&] { return made(true); }, [&] { return made(false); }});
}

}  // namespace assay::reduce
