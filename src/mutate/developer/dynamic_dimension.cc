// x: float32[1,3,8]  ==>  x: float32[n,3,8], run on the same data
//
// Promise: same bits: the data is the same, only less is declared.   Needs: an input of the model
// with a known size, and a model that the type rules still accept.   Aims at: shape inference and
// planning with symbolic sizes, which frameworks test far less than static ones.
#include <algorithm>

#include "base/strings.h"
#include "mutate/edit.h"
#include "mutate/mutator.h"

namespace assay::mutate {
namespace dynamic_dimension {
namespace {

// The first node that uses `id`, for the role; 0 when none does.
size_t FirstUser(const Graph& graph, ValueId id) {
  for (size_t i = 0; i < graph.node_count(); ++i) {
    const auto& inputs = graph.node(i).inputs;
    if (std::find(inputs.begin(), inputs.end(), id) != inputs.end()) return i;
  }
  return 0;
}

// Inputs with a default keep their shape: the default has it.
std::vector<Site> Find(const Model& model) {
  std::vector<Site> sites;
  const Graph& graph = model.graph;
  for (const ValueId id : graph.inputs) {
    const ValueType& type = graph.type(id);
    // Sizes of texts mean more than a size: StringNormalizer tells [C] and [1,C] apart.
    if (!type.is_tensor() || graph.initializer(id) != nullptr ||
        type.tensor.dtype == DType::kString)
      continue;
    for (int axis = 0; axis < type.tensor.rank(); ++axis)
      if (type.tensor.dims[static_cast<size_t>(axis)].known())
        sites.push_back({.node = FirstUser(graph, id), .value = id, .variant = axis});
  }
  return sites;
}

bool IsNameUsed(const Graph& graph, const std::string& name) {
  for (size_t i = 0; i < graph.value_count(); ++i) {
    const ValueType& type = graph.type(static_cast<ValueId>(i));
    if (!type.is_tensor()) continue;
    for (const Dim& dim : type.tensor.dims)
      if (dim.symbol != 0 && SymbolName(dim.symbol) == name) return true;
  }
  return false;
}

std::string FreshSymbol(const Graph& graph) {
  for (int i = 0;; ++i)
    if (std::string name = StrCat("n", i); !IsNameUsed(graph, name)) return name;
}

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const auto axis = static_cast<size_t>(site.variant);
  const int64_t size = graph.type(site.value).tensor.dims[axis].size;
  const Dim dim = Dim::Named(FreshSymbol(graph));
  // Often all inputs share it: the batch.
  const bool everywhere = rng.Chance(0.5);
  for (const ValueId id : graph.inputs) {
    if (id != site.value && !everywhere) continue;
    ValueType type = graph.type(id);
    if (!type.is_tensor() || graph.initializer(id) != nullptr ||
        type.tensor.dtype == DType::kString || axis >= type.tensor.dims.size() ||
        type.tensor.dims[axis].size != size)
      continue;
    type.tensor.dims[axis] = dim;
    graph.SetType(id, type);
  }
  return out;
}

}  // namespace
}  // namespace dynamic_dimension

MutatorDef DynamicDimensionDef() {
  return {.name = "dynamic-dimension",
          .meaning = "the size of an input's axis becomes a symbol",
          .choices = "any axis; half of the time the same axis of all inputs that have this size",
          .family = Family::kDeveloper,
          .promise = Promise::kSameBits,
          .find = dynamic_dimension::Find,
          .apply = dynamic_dimension::Apply};
}

}  // namespace assay::mutate
