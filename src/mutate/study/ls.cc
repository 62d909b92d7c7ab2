// y1 = A(x1), y2 = B(x2)  ==>  y1 = Fit(B(Fit(x1))), y2 = Fit(A(Fit(x2)))
//
// Promise: changes.   Needs: two different layers that are no activations, with shapes that can be
// repaired.   Aims at: what a framework does with neighbours that rarely meet.
#include "mutate/edit.h"
#include "mutate/layer.h"
#include "mutate/mutator.h"
#include "mutate/study/splice.h"
#include "mutate/tolerance.h"

namespace assay::mutate {
namespace ls {
namespace {

// Every layer is listed with one partner, the next one that differs, and with one further on, so
// that the list stays linear in the model's size.
constexpr size_t kFarPartner = 3;

bool SameLayer(const Node& a, const Node& b) {
  if (a.op != b.op || !(a.attrs == b.attrs) || a.inputs.size() != b.inputs.size()) return false;
  for (size_t i = 1; i < a.inputs.size(); ++i)
    if (a.inputs[i] != b.inputs[i]) return false;
  return true;
}

std::vector<Site> Pairs(const Model& model, bool (*fits)(const Model&, const Node&)) {
  const std::vector<Site> layers = NodesWhere(model, fits);
  std::vector<Site> sites;
  for (size_t i = 0; i < layers.size(); ++i)
    for (const size_t k : {i + 1, i + kFarPartner})
      if (k < layers.size() &&
          !SameLayer(model.graph.node(layers[i].node), model.graph.node(layers[k].node)))
        sites.push_back({.node = layers[i].node,
                         .value = layers[i].value,
                         .variant = static_cast<int>(layers[k].node)});
  return sites;
}

std::vector<Site> FindPairs(const Model& model) { return Pairs(model, IsFittableLayer); }

// Puts `layer`, which maps type `in` to type `result`, in the place of node `at`.
void Transplant(const Model& base, Graph& graph, size_t place, const Node& layer,
                const ValueType& in, const ValueType& result) {
  const NodePtr old = graph.nodes()[place];
  const std::string_view role = RolePrefix(graph, place);
  const ValueType x = base.graph.type(old->inputs[0]), y = base.graph.type(old->outputs[0]);
  graph.EraseNode(place);
  size_t at = place;
  const ValueId fitted = Fit(base, graph, at, old->inputs[0], x, in, role);
  const ValueId made = InsertCopy(graph, at, layer, fitted, role);
  const ValueId back = Fit(base, graph, at, made, result, y, role);
  Attach(graph, at, back, old->outputs[0]);
}

bool AllFit(const Model& model, const Node& a, const Node& b) {
  const Graph& graph = model.graph;
  return CanFit(model, graph.type(a.inputs[0]), graph.type(b.inputs[0])) &&
         CanFit(model, graph.type(b.inputs[0]), graph.type(a.inputs[0])) &&
         CanFit(model, graph.type(a.outputs[0]), graph.type(b.outputs[0])) &&
         CanFit(model, graph.type(b.outputs[0]), graph.type(a.outputs[0]));
}

Result<ModelCase> Switch(const ModelCase& base, const Site& site, Rng&) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const auto second = static_cast<size_t>(site.variant);
  const NodePtr a = graph.nodes()[site.node], b = graph.nodes()[second];
  if (!AllFit(base.model, *a, *b)) return Reject("the two layers' shapes cannot be fitted");
  if (!ToleratesChange(graph, a->outputs[0]) || !ToleratesChange(graph, b->outputs[0]))
    return Reject("what follows needs a layer's range");
  const Graph& types = base.model.graph;
  // The later one first: its place does not move.
  Transplant(base.model, graph, second, *a, types.type(a->inputs[0]), types.type(a->outputs[0]));
  Transplant(base.model, graph, site.node, *b, types.type(b->inputs[0]), types.type(b->outputs[0]));
  return out;
}

std::vector<Site> FindAnyPairs(const Model& model) { return Pairs(model, IsFloatLayer); }

// LEMON's condition.
std::vector<Site> FindPairsOfOneType(const Model& model) {
  const Graph& graph = model.graph;
  std::vector<Site> out = FindAnyPairs(model);
  std::erase_if(out, [&](const Site& site) {
    const Node &a = graph.node(site.node), &b = graph.node(static_cast<size_t>(site.variant));
    return !(graph.type(a.inputs[0]) == graph.type(b.inputs[0])) ||
           !(graph.type(a.outputs[0]) == graph.type(b.outputs[0]));
  });
  return out;
}

Result<ModelCase> SwitchWithoutRepair(const ModelCase& base, const Site& site, Rng&) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const auto second = static_cast<size_t>(site.variant);
  Node a = graph.node(site.node), b = graph.node(second);
  std::swap(a.inputs[0], b.inputs[0]);
  std::swap(a.outputs[0], b.outputs[0]);
  graph.SetNode(site.node, std::move(b));
  graph.SetNode(second, std::move(a));
  return out;
}

}  // namespace
}  // namespace ls

MutatorDef LSDef() {
  return {.name = "LS",
          .meaning = "two layers that are not activations change places",
          .choices =
              "LEMON switches only layers with equal input and equal output shapes; here "
              "others, too, with a repair before and behind each. A layer is paired with the "
              "next and with the third next one. Unconstrained: without repair",
          .family = Family::kStructure,
          .promise = Promise::kChanges,
          .find = ls::FindPairs,
          .apply = ls::Switch,
          .find_unconstrained = ls::FindAnyPairs,
          .apply_unconstrained = ls::SwitchWithoutRepair,
          .find_literal = ls::FindPairsOfOneType};
}

}  // namespace assay::mutate
