// x  ==>  Transpose(Transpose(x, p), inverse(p))
//
// Promise: same bits.   Needs: a tensor of rank >= 2.   Aims at: transpose sinking and layout
// passes.
#include <algorithm>
#include <numeric>

#include "mutate/edit.h"
#include "mutate/layer.h"
#include "mutate/mutator.h"

namespace assay::mutate {
namespace {

std::vector<Site> FindRank2Results(const Model& model) {
  std::vector<Site> sites;
  const Graph& graph = model.graph;
  for (size_t i = 0; i < graph.node_count(); ++i)
    for (const ValueId id : graph.node(i).outputs)
      if (id != kAbsent && graph.type(id).is_tensor() && graph.type(id).tensor.rank() >= 2 &&
          !IsComplex(DTypeOf(graph, id)))
        sites.push_back({.node = i, .value = id});
  return sites;
}

Result<ModelCase> InsertPair(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  std::vector<int64_t> order(static_cast<size_t>(graph.type(site.value).tensor.rank()));
  std::iota(order.begin(), order.end(), 0);
  for (size_t i = order.size() - 1; i > 0; --i)
    std::swap(order[i], order[static_cast<size_t>(rng.Int(0, static_cast<int64_t>(i)))]);
  std::vector<int64_t> inverse(order.size());
  for (size_t i = 0; i < order.size(); ++i)
    inverse[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
  size_t at = site.node + 1;
  const std::string_view role = RolePrefix(graph, site.node);
  const ValueId there = Emit(graph, at, "Transpose", {site.value}, {{"perm", order}}, role);
  const ValueId back = Emit(graph, at, "Transpose", {there}, {{"perm", inverse}}, role);
  ReplaceUses(graph, site.value, back, at);
  return out;
}

}  // namespace

MutatorDef TransposePairDef() {
  return {.name = "transpose-pair",
          .meaning = "a tensor is transposed there and back",
          .choices = "the permutation is uniform among all of the rank, the identity included",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindRank2Results,
          .apply = InsertPair};
}

}  // namespace assay::mutate
