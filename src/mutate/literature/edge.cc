// y = Node(.., v, ..)  ==>  y = Node(.., u, ..)      u: an earlier tensor of the type of v
//
// Promise: changes.   Needs: two float tensors of one type, known sizes.   Aims at: pairs of layers
// that did not meet before, dead code. What only v was computed for stays in the model.
#include <algorithm>

#include "mutate/edit.h"
#include "mutate/literature/earlier.h"
#include "mutate/mutator.h"
#include "mutate/tolerance.h"

namespace assay::mutate {
namespace {

std::vector<Site> FindEdges(const Model& model) {
  std::vector<Site> sites;
  const Graph& graph = model.graph;
  const std::vector<int> producers = graph.Producers();
  for (size_t i = 0; i < graph.node_count(); ++i) {
    const auto& inputs = graph.node(i).inputs;
    for (size_t k = 0; k < inputs.size(); ++k) {
      if (inputs[k] == kAbsent || producers[static_cast<size_t>(inputs[k])] < 0) continue;
      if (!EarlierOfSameType(graph, inputs[k], i).empty())
        sites.push_back({.node = i, .value = inputs[k], .variant = static_cast<int>(k)});
    }
  }
  return sites;
}

Result<ModelCase> RewireFreely(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const std::vector<ValueId> others = EarlierOfSameType(graph, site.value, site.node);
  Node node = graph.node(site.node);
  node.inputs[static_cast<size_t>(site.variant)] = rng.Pick(std::span(others));
  graph.SetNode(site.node, std::move(node));
  return out;
}

Result<ModelCase> Rewire(const ModelCase& base, const Site& site, Rng& rng) {
  if (!ToleratesChange(base.model.graph, site.value)) return Reject("its numbers must stay");
  return RewireFreely(base, site, rng);
}

}  // namespace

MutatorDef EdgeDef() {
  return {
      .name = "edge",
      .meaning = "an input of a layer is taken from another tensor of the same type",
      .choices =
          "any earlier tensor of equal type is as likely. COMET's edge runs a copy of the layer "
          "on the other tensor and makes that an output; here the layer itself is rewired",
      .family = Family::kStructure,
      .promise = Promise::kChanges,
      .find = FindEdges,
      .apply = Rewire,
      .apply_unconstrained = RewireFreely};
}

}  // namespace assay::mutate
