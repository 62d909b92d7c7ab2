// bypass: takes a node out, or two in a row, and lets those behind it use one of their inputs.
#include <algorithm>

#include "mutate/edit.h"
#include "reduce/extract.h"
#include "reduce/pass.h"

namespace assay::reduce {
namespace {

std::optional<ModelCase> Without(const ModelCase& now, size_t i, ValueId from, ValueId to) {
  ModelCase changed = now;
  mutate::ReplaceUses(changed.model.graph, from, to, i + 1);
  auto out = Finished(std::move(changed));
  if (out.has_value() && out->model.graph.node_count() >= now.model.graph.node_count())
    out.reset();  // a subgraph still uses what the node makes
  return out;
}

// What node `i` uses, then what the nodes use that make that.
std::vector<ValueId> Ahead(const Graph& graph, const std::vector<int>& producers, size_t i) {
  std::vector<ValueId> out = UsesOf(graph, graph.node(i));
  for (size_t k = 0, direct = out.size(); k < direct; ++k) {
    const int producer = producers[static_cast<size_t>(out[k])];
    if (producer < 0) continue;
    for (const ValueId id : UsesOf(graph, graph.node(static_cast<size_t>(producer))))
      out.push_back(id);
  }
  return out;
}

Makers Bypasses(const ModelCase& now) {
  const Graph& graph = now.model.graph;
  const std::vector<int> producers = graph.Producers();
  Makers same_type, others;
  for (size_t i = graph.node_count(); i-- > 0;) {
    const Node& node = graph.node(i);
    for (const ValueId made : node.outputs) {
      if (made == kAbsent || mutate::UseCount(graph, made) == 0) continue;
      for (const ValueId used : Ahead(graph, producers, i)) {
        if (mutate::DTypeOf(graph, used) != mutate::DTypeOf(graph, made)) continue;
        const bool same = graph.type(used) == graph.type(made);
        (same ? same_type : others).push_back([now, i, made, used] {
          return Without(now, i, made, used);
        });
      }
    }
  }
  // Another shape may fit, too.
  same_type.insert(same_type.end(), others.begin(), others.end());
  return same_type;
}

}  // namespace

void Bypass(Search& search) {
  if (search.graph().node_count() > 1) search.Sweep(Bypasses);
}

}  // namespace assay::reduce
