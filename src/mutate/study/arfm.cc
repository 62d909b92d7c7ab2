// y = Activation(x)  ==>  x
//
// Promise: changes.   Needs: an activation of a float tensor.   Aims at: fusions of layers with the
// activation behind them, which then must not happen.
#include "mutate/edit.h"
#include "mutate/layer.h"
#include "mutate/mutator.h"
#include "mutate/study/splice.h"
#include "mutate/tolerance.h"

namespace assay::mutate {
namespace arfm {
namespace {

// Clip and PRelu with bounds or slopes that are computed count as well.
bool IsFloatActivation(const Model& model, const Node& node) {
  return IsActivation(node) && node.outputs[0] != kAbsent &&
         IsLayerFloat(DTypeOf(model.graph, node.outputs[0])) &&
         model.graph.type(node.inputs[0]) == model.graph.type(node.outputs[0]);
}

std::vector<Site> FindActivations(const Model& model) {
  return NodesWhere(model, IsFloatActivation);
}

ModelCase Bypass(const ModelCase& base, const Site& site) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const NodePtr node = graph.nodes()[site.node];
  const std::string_view role = RolePrefix(graph, site.node);
  graph.EraseNode(site.node);
  size_t at = site.node;
  if (IsGraphOutput(graph, site.value) || IsCaptured(graph, site.value)) {
    const ValueId same = Emit(graph, at, "Identity", {node->inputs[0]}, {}, role);
    Attach(graph, at, same, site.value);
  } else {
    ReplaceUses(graph, site.value, node->inputs[0], at);
  }
  DropWeights(graph, *node);
  return out;
}

Result<ModelCase> Remove(const ModelCase& base, const Site& site, Rng&) {
  if (!ToleratesChange(base.model.graph, site.value))
    return Reject("what follows needs the activation's range");
  return Bypass(base, site);
}

Result<ModelCase> RemoveAnyway(const ModelCase& base, const Site& site, Rng&) {
  return Bypass(base, site);
}

}  // namespace
}  // namespace arfm

MutatorDef ARFmDef() {
  return {.name = "ARFm",
          .meaning = "an activation is removed",
          .choices =
              "LEMON spares softmax and the last layer; here an activation stays only where "
              "what follows needs its range (a Log behind Softmax). Where the model's output "
              "is the activation's, an Identity takes its place. Unconstrained: any "
              "activation",
          .family = Family::kStructure,
          .promise = Promise::kChanges,
          .aliases = {"AFRm", "ARem"},
          .find = arfm::FindActivations,
          .apply = arfm::Remove,
          .apply_unconstrained = arfm::RemoveAnyway};
}

}  // namespace assay::mutate
