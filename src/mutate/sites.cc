#include "mutate/sites.h"

#include <algorithm>

#include "mutate/delicate.h"
#include "mutate/edit.h"

namespace assay::mutate {

bool IsComputeType(DType dtype) {
  return dtype == DType::kFloat32 || dtype == DType::kFloat64 || dtype == DType::kFloat16 ||
         dtype == DType::kBfloat16;
}

bool IsStaticFloat(const Graph& graph, ValueId id) {
  if (id == kAbsent || !IsComputeType(DTypeOf(graph, id))) return false;
  const auto shape = StaticShape(graph, id);
  return shape.has_value() && std::find(shape->begin(), shape->end(), 0) == shape->end();
}

const Tensor* WeightOf(const Graph& graph, ValueId id) {
  if (id == kAbsent ||
      std::find(graph.inputs.begin(), graph.inputs.end(), id) != graph.inputs.end())
    return nullptr;
  return graph.initializer(id);
}

std::vector<Site> NodesThat(const Model& model, NodeFits fits) {
  std::vector<Site> sites;
  const Graph& graph = model.graph;
  for (size_t i = 0; i < graph.node_count(); ++i) {
    const Node& node = graph.node(i);
    if (node.domain.empty() && !node.outputs.empty() && node.outputs[0] != kAbsent &&
        fits(model, node))
      sites.push_back({.node = i, .value = node.outputs[0]});
  }
  return sites;
}

std::vector<Site> NodesThatMayChange(const Model& model, NodeFits fits) {
  std::vector<Site> sites = NodesThat(model, fits);
  if (sites.empty()) return sites;
  const std::vector<bool> delicate = DelicateValues(model);
  std::erase_if(sites, [&](const Site& site) { return delicate[static_cast<size_t>(site.value)]; });
  return sites;
}

}  // namespace assay::mutate
