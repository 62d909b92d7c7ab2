// two layers with weights of one shape  ==>  the second uses the weights of the first
//
// Promise: changes.   Needs: another layer of the same kind with a weight of equal type at the same
// place, so that what it means fits.   Aims at: passes that change weights in place (folding,
// packing, transposing) while somebody else uses them.
#include <algorithm>
#include <array>

#include "mutate/delicate.h"
#include "mutate/edit.h"
#include "mutate/sites.h"

namespace assay::mutate {
namespace shared_weights {
namespace {

constexpr std::array<std::string_view, 13> kLayers = {
    "Add",  "BatchNormalization", "Conv",   "ConvTranspose", "GRU",   "Gemm", "GroupNormalization",
    "LSTM", "LayerNormalization", "MatMul", "Mul",           "PRelu", "RNN"};

// The weights that node `i` could take over for its input `p`, in graph order.
std::vector<ValueId> Others(const Graph& graph, size_t i, size_t p) {
  std::vector<ValueId> others;
  const Node& node = graph.node(i);
  const Tensor* own = WeightOf(graph, node.inputs[p]);
  for (size_t k = 0; k < graph.node_count(); ++k) {
    const Node& other = graph.node(k);
    if (k == i || other.op != node.op || !other.domain.empty() || p >= other.inputs.size())
      continue;
    const ValueId id = other.inputs[p];
    const Tensor* tensor = WeightOf(graph, id);
    if (tensor != nullptr && id != node.inputs[p] && tensor->dtype() == own->dtype() &&
        tensor->shape() == own->shape() &&
        std::find(others.begin(), others.end(), id) == others.end())
      others.push_back(id);
  }
  return others;
}

std::vector<Site> Find(const Model& model) {
  std::vector<Site> sites;
  const Graph& graph = model.graph;
  const std::vector<bool> delicate = DelicateValues(model);
  for (size_t i = 0; i < graph.node_count(); ++i) {
    const Node& node = graph.node(i);
    if (!node.domain.empty() || node.outputs.empty() || node.outputs[0] == kAbsent ||
        std::find(kLayers.begin(), kLayers.end(), node.op) == kLayers.end() ||
        delicate[static_cast<size_t>(node.outputs[0])])
      continue;
    for (size_t p = 0; p < node.inputs.size(); ++p) {
      const Tensor* own = WeightOf(graph, node.inputs[p]);
      if (own != nullptr && IsComputeType(own->dtype()) && own->count() >= 2 &&
          !Others(graph, i, p).empty())
        sites.push_back({.node = i, .value = node.inputs[p], .variant = static_cast<int>(p)});
    }
  }
  return sites;
}

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const auto p = static_cast<size_t>(site.variant);
  const std::vector<ValueId> others = Others(graph, site.node, p);
  Node node = graph.node(site.node);
  node.inputs[p] = rng.Pick(std::span<const ValueId>(others));
  graph.SetNode(site.node, std::move(node));
  DropUnusedInitializers(graph);
  return out;
}

}  // namespace
}  // namespace shared_weights

MutatorDef SharedWeightsDef() {
  return {.name = "shared-weights",
          .meaning = "a layer uses the weights of another layer of its kind",
          .choices = "uniform among weights of equal type and shape at the same place",
          .family = Family::kDeveloper,
          .promise = Promise::kChanges,
          .find = shared_weights::Find,
          .apply = shared_weights::Apply};
}

}  // namespace assay::mutate
