// y = Activation(x)  ==>  y = AnotherActivation(x)
//
// Promise: changes.   Needs: an activation of a float tensor.   Aims at: fusions of layers with the
// activation behind them, and the kernels of rare activations.
#include <algorithm>

#include "mutate/edit.h"
#include "mutate/layer.h"
#include "mutate/mutator.h"
#include "mutate/study/splice.h"
#include "mutate/tolerance.h"

namespace assay::mutate {
namespace arfp {
namespace {

// All of them finite for every finite number, with the attributes' defaults.
constexpr std::string_view kActivations[] = {
    "Relu", "LeakyRelu", "Tanh",      "Sigmoid", "Elu",  "Selu",        "Softplus",
    "Gelu", "Softsign",  "HardSwish", "Mish",    "Celu", "HardSigmoid", "ThresholdedRelu"};
// LEMON's pool.
constexpr size_t kOfLemon = 4;

bool IsReplaceable(const Model& model, const Node& node) {
  return IsActivation(node) && node.outputs[0] != kAbsent &&
         IsLayerFloat(DTypeOf(model.graph, node.outputs[0])) &&
         model.graph.type(node.inputs[0]) == model.graph.type(node.outputs[0]);
}

std::vector<Site> Places(const Model& model, size_t pool) {
  std::vector<Site> sites;
  for (Site site : NodesWhere(model, IsReplaceable))
    for (size_t k = 0; k < pool; ++k) {
      site.variant = static_cast<int>(k);
      if (model.graph.node(site.node).op != kActivations[k] &&
          Admits(model, kActivations[k], DTypeOf(model.graph, site.value)))
        sites.push_back(site);
    }
  return sites;
}
std::vector<Site> FindPlaces(const Model& model) { return Places(model, std::size(kActivations)); }
std::vector<Site> FindLemonPlaces(const Model& model) { return Places(model, kOfLemon); }

Result<ModelCase> ReplaceAnyway(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const NodePtr old = graph.nodes()[site.node];
  Node node = *old;
  node.op = kActivations[static_cast<size_t>(site.variant)];
  node.attrs = {};
  if (node.op == "Gelu" && rng.Chance(0.5)) node.attrs.Set("approximate", std::string("tanh"));
  node.inputs = {old->inputs[0]};
  graph.SetNode(site.node, std::move(node));
  DropWeights(graph, *old);
  return out;
}

Result<ModelCase> Replace(const ModelCase& base, const Site& site, Rng& rng) {
  if (!ToleratesChange(base.model.graph, site.value))
    return Reject("what follows needs the activation's range");
  return ReplaceAnyway(base, site, rng);
}

}  // namespace
}  // namespace arfp

MutatorDef ARFpDef() {
  return {.name = "ARFp",
          .meaning = "an activation is replaced by another one",
          .choices =
              "pool: Relu, LeakyRelu, Tanh, Sigmoid (LEMON's four), Elu, Selu, Softplus, Gelu "
              "(both forms), Softsign, HardSwish, Mish, Celu, HardSigmoid, ThresholdedRelu, "
              "as far as the opset has them, with their default parameters. Unconstrained: "
              "LEMON's four, wherever",
          .family = Family::kStructure,
          .promise = Promise::kChanges,
          .aliases = {"AFRp", "ARep", "RA"},
          .find = arfp::FindPlaces,
          .apply = arfp::Replace,
          .find_unconstrained = arfp::FindLemonPlaces,
          .apply_unconstrained = arfp::ReplaceAnyway};
}

}  // namespace assay::mutate
