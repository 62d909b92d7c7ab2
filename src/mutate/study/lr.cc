// y = Layer(x)  ==>  y = Fit(x), or x itself where the shapes are equal
//
// Promise: changes.   Needs: a layer that is no activation, with shapes that can be repaired.
// Aims at: what a framework does with neighbours that rarely meet.
#include "mutate/edit.h"
#include "mutate/layer.h"
#include "mutate/mutator.h"
#include "mutate/study/splice.h"
#include "mutate/tolerance.h"

namespace assay::mutate {
namespace lr {
namespace {

std::vector<Site> FindRemovable(const Model& model) { return NodesWhere(model, IsFittableLayer); }

// Uses of the result may read the input directly, unless somebody outside knows it by name.
bool MayVanish(const Graph& graph, ValueId result) {
  return !IsGraphOutput(graph, result) && !IsCaptured(graph, result);
}

Result<ModelCase> Remove(const ModelCase& base, const Site& site, Rng&) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  if (!ToleratesChange(graph, site.value)) return Reject("what follows needs this layer's range");
  const NodePtr node = graph.nodes()[site.node];
  const std::string_view role = RolePrefix(graph, site.node);
  graph.EraseNode(site.node);
  size_t at = site.node;
  ValueId fitted = Fit(base.model, graph, at, node->inputs[0], graph.type(node->inputs[0]),
                       graph.type(site.value), role);
  if (fitted == node->inputs[0] && MayVanish(graph, site.value)) {
    ReplaceUses(graph, site.value, fitted, at);
  } else {
    if (fitted == node->inputs[0]) fitted = Emit(graph, at, "Identity", {fitted}, {}, role);
    Attach(graph, at, fitted, site.value);
  }
  DropWeights(graph, *node);
  return out;
}

std::vector<Site> FindAnyLayer(const Model& model) { return NodesWhere(model, IsFloatLayer); }

// LEMON's condition.
bool KeepsItsType(const Model& model, const Node& node) {
  return IsFloatLayer(model, node) && !node.inputs.empty() && node.inputs[0] != kAbsent &&
         model.graph.type(node.inputs[0]) == model.graph.type(node.outputs[0]);
}

std::vector<Site> FindOfOneType(const Model& model) { return NodesWhere(model, KeepsItsType); }

// As in the literature: what follows reads the layer's input, whatever its shape.
Result<ModelCase> RemoveWithoutRepair(const ModelCase& base, const Site& site, Rng&) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const NodePtr node = graph.nodes()[site.node];
  graph.EraseNode(site.node);
  ReplaceUses(graph, site.value, node->inputs[0], site.node);
  DropWeights(graph, *node);
  if (IsCaptured(graph, site.value)) return Reject("a subgraph captures the layer's result");
  return out;
}

}  // namespace
}  // namespace lr

MutatorDef LRDef() {
  return {.name = "LR",
          .meaning = "a layer that is not an activation is removed",
          .choices =
              "LEMON removes only layers whose input and output have one shape; here others, "
              "too, with a repair (flatten, pad or slice, reshape) in their place. Layers "
              "that keep the model finite (before a Log, a divisor) stay. Unconstrained: any "
              "layer, without repair",
          .family = Family::kStructure,
          .promise = Promise::kChanges,
          .aliases = {"LD"},
          .find = lr::FindRemovable,
          .apply = lr::Remove,
          .find_unconstrained = lr::FindAnyLayer,
          .apply_unconstrained = lr::RemoveWithoutRepair,
          .find_literal = lr::FindOfOneType};
}

}  // namespace assay::mutate
