#include "mutate/literature/earlier.h"

#include "mutate/edit.h"
#include "mutate/study/splice.h"

namespace assay::mutate {

std::vector<ValueId> EarlierOfSameType(const Graph& graph, ValueId like, size_t before) {
  std::vector<ValueId> out;
  const auto shape = StaticShape(graph, like);
  if (!shape.has_value() || !IsLayerFloat(DTypeOf(graph, like)) || ElementCount(*shape) == 0)
    return out;
  const auto add = [&](ValueId id) {
    if (id != kAbsent && id != like && graph.type(id) == graph.type(like)) out.push_back(id);
  };
  for (const ValueId id : graph.inputs)
    if (graph.initializer(id) == nullptr) add(id);
  for (size_t i = 0; i < before && i < graph.node_count(); ++i)
    for (const ValueId id : graph.node(i).outputs) add(id);
  return out;
}

}  // namespace assay::mutate
