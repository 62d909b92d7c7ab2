// a weight of the model  ==>  an input of the model, fed with the same numbers; with or without a
// default
//
// Promise: same bits.   Needs: a float initializer that layers use as a weight: nothing whose value
// decides about shapes.   Aims at: paths for weights that are not constant, and initializers that a
// caller may override.
#include <algorithm>
#include <array>

#include "mutate/edit.h"
#include "mutate/sites.h"

namespace assay::mutate {
namespace initializer_as_input {
namespace {

// Operators that take their weights from anywhere.
constexpr std::array<std::string_view, 21> kTakeAnything = {"Add",
                                                            "BatchNormalization",
                                                            "Concat",
                                                            "Conv",
                                                            "ConvTranspose",
                                                            "Div",
                                                            "GRU",
                                                            "Gemm",
                                                            "GroupNormalization",
                                                            "InstanceNormalization",
                                                            "LSTM",
                                                            "LayerNormalization",
                                                            "MatMul",
                                                            "Max",
                                                            "Min",
                                                            "Mul",
                                                            "PRelu",
                                                            "Pow",
                                                            "RMSNormalization",
                                                            "RNN",
                                                            "Sub"};

// An initializer may be free, or an input with a default, from this version of the format on.
constexpr int kFreeInitializers = 4;

// The first user, or -1 when there is none or one of them needs a constant.
int FirstUser(const Graph& graph, ValueId id) {
  int first = -1;
  for (size_t i = 0; i < graph.node_count(); ++i) {
    const Node& node = graph.node(i);
    if (std::find(node.inputs.begin(), node.inputs.end(), id) == node.inputs.end()) continue;
    if (!node.domain.empty() ||
        std::find(kTakeAnything.begin(), kTakeAnything.end(), node.op) == kTakeAnything.end())
      return -1;
    if (first < 0) first = static_cast<int>(i);
  }
  return first;
}

std::vector<Site> Find(const Model& model) {
  std::vector<Site> sites;
  const Graph& graph = model.graph;
  if (model.ir_version < kFreeInitializers) return sites;
  for (const auto& [id, tensor] : graph.initializers()) {
    if (WeightOf(graph, id) == nullptr || !IsComputeType(tensor.dtype()) || tensor.count() == 0 ||
        IsCaptured(graph, id) || IsGraphOutput(graph, id))
      continue;
    const int user = FirstUser(graph, id);
    if (user < 0) continue;
    for (const int with_default : {0, 1})
      sites.push_back({.node = static_cast<size_t>(user), .value = id, .variant = with_default});
  }
  return sites;
}

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng&) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  out.inputs.emplace_back(*graph.initializer(site.value));
  graph.inputs.push_back(site.value);
  if (site.variant == 0) graph.EraseInitializer(site.value);
  return out;
}

}  // namespace
}  // namespace initializer_as_input

MutatorDef InitializerAsInputDef() {
  return {.name = "initializer-as-input",
          .meaning = "a weight becomes an input of the model",
          .choices = "with the old value as its default or without; it is fed the same numbers",
          .family = Family::kDeveloper,
          .promise = Promise::kSameBits,
          .find = initializer_as_input::Find,
          .apply = initializer_as_input::Apply};
}

}  // namespace assay::mutate
