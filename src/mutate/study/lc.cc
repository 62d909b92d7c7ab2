// y = Layer(x)  ==>  y = Layer(Fit(Layer(x)))
//
// Promise: changes.   Needs: a layer that is no activation, with shapes that can be repaired.
// Aims at: fusions of a layer with itself, shared weights, in-place buffers.
#include "mutate/edit.h"
#include "mutate/layer.h"
#include "mutate/mutator.h"
#include "mutate/study/splice.h"
#include "mutate/tolerance.h"

namespace assay::mutate {
namespace lc {
namespace {

std::vector<Site> FindCopyable(const Model& model) { return NodesWhere(model, IsFittableLayer); }

// The weights of the copy: the same initializers, or initializers of its own with the same values.
Node WithOwnWeights(Graph& graph, Node node) {
  for (size_t i = 1; i < node.inputs.size(); ++i) {
    const Tensor* tensor = node.inputs[i] == kAbsent ? nullptr : graph.initializer(node.inputs[i]);
    if (tensor != nullptr)
      node.inputs[i] = AddConstant(graph, graph.name_of(node.inputs[i]), Tensor(*tensor));
  }
  return node;
}

Result<ModelCase> Copy(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  if (!ToleratesChange(graph, site.value)) return Reject("what follows needs this layer's range");
  const NodePtr node = graph.nodes()[site.node];
  const ValueType input = graph.type(node->inputs[0]), output = graph.type(site.value);
  const std::string_view role = RolePrefix(graph, site.node);
  const Node copy = rng.Chance(0.5) ? *node : WithOwnWeights(graph, *node);
  const ValueId first = Detach(graph, site.node);
  size_t at = site.node + 1;
  const ValueId again = Fit(base.model, graph, at, first, output, input, role);
  const ValueId second = InsertCopy(graph, at, copy, again, role);
  Attach(graph, at, second, site.value);
  return out;
}

std::vector<Site> FindAnyLayer(const Model& model) { return NodesWhere(model, IsFloatLayer); }

// LEMON's condition.
bool KeepsItsType(const Model& model, const Node& node) {
  return IsFloatLayer(model, node) && !node.inputs.empty() && node.inputs[0] != kAbsent &&
         model.graph.type(node.inputs[0]) == model.graph.type(node.outputs[0]);
}

std::vector<Site> FindOfOneType(const Model& model) { return NodesWhere(model, KeepsItsType); }

// As in the literature, but without LEMON's condition that input and output have one shape.
Result<ModelCase> CopyWithoutRepair(const ModelCase& base, const Site& site, Rng&) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const std::string_view role = RolePrefix(graph, site.node);
  const NodePtr node = graph.nodes()[site.node];
  const ValueId first = Detach(graph, site.node);
  size_t at = site.node + 1;
  const ValueId second = InsertCopy(graph, at, *node, first, role);
  Attach(graph, at, second, site.value);
  return out;
}

}  // namespace
}  // namespace lc

MutatorDef LCDef() {
  return {.name = "LC",
          .meaning = "a layer that is not an activation is copied behind itself",
          .choices =
              "LEMON copies only layers whose input and output have one shape; here others, "
              "too, with a repair between the two. The copy shares the weights or has equal "
              "ones of its own, half each (LEMON: its own). Unconstrained: without repair",
          .family = Family::kStructure,
          .promise = Promise::kChanges,
          .find = lc::FindCopyable,
          .apply = lc::Copy,
          .find_unconstrained = lc::FindAnyLayer,
          .apply_unconstrained = lc::CopyWithoutRepair,
          .find_literal = lc::FindOfOneType};
}

}  // namespace assay::mutate
