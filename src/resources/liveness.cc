#include "resources/liveness.h"

#include <algorithm>
#include <vector>

#include "resources/work.h"

namespace assay::resources {
namespace {

// For each value the last node that reads it; the graph's inputs and outputs stay to the end.
std::vector<size_t> LastReaders(const Graph& graph) {
  std::vector<size_t> last(graph.value_count(), 0);
  for (size_t i = 0; i < graph.node_count(); ++i) {
    for (const ValueId id : graph.node(i).inputs)
      if (id != kAbsent) last[static_cast<size_t>(id)] = i;
    // What nobody reads still exists while it is made.
    for (const ValueId id : graph.node(i).outputs)
      if (id != kAbsent) last[static_cast<size_t>(id)] = i;
  }
  for (const auto* kept : {&graph.inputs, &graph.outputs})
    for (const ValueId id : *kept) last[static_cast<size_t>(id)] = graph.node_count();
  return last;
}

}  // namespace

MemoryNeed NeedOf(const Graph& graph) {
  MemoryNeed out;
  for (const auto& [id, tensor] : graph.initializers())
    out.weights += static_cast<double>(tensor.byte_size());
  const std::vector<size_t> last = LastReaders(graph);
  std::vector<double> freed(graph.node_count() + 1, 0);
  double now = 0;
  for (const ValueId id : graph.inputs)
    if (graph.initializer(id) == nullptr) now += BytesOf(graph, id);
  out.live = out.all = now;
  for (size_t i = 0; i < graph.node_count(); ++i) {
    for (const ValueId id : graph.node(i).outputs) {
      if (id == kAbsent) continue;
      const ValueType& type = graph.type(id);
      out.known = out.known && type.is_tensor() && type.tensor.shape().has_value();
      const double bytes = BytesOf(graph, id);
      now += bytes;
      out.all += bytes;
      freed[last[static_cast<size_t>(id)]] += bytes;
    }
    out.live = std::max(out.live, now);
    now -= freed[i];
  }
  return out;
}

}  // namespace assay::resources
