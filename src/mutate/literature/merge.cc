// y = Layer(..)  ==>  y = Merge(Layer(..), x)      x: an earlier tensor of the same type
//
// Promise: changes.   Needs: two float tensors of one type, known sizes.   Aims at: fusion across
// branches, lifetimes of tensors.
#include "mutate/edit.h"
#include "mutate/layer.h"
#include "mutate/literature/earlier.h"
#include "mutate/mutator.h"
#include "mutate/study/splice.h"
#include "mutate/tolerance.h"

namespace assay::mutate {
namespace merge {
namespace {

constexpr std::string_view kMerges[] = {"Add", "Sub", "Max", "Min", "Mean", "Concat"};
// COMET multiplies, too; a chain of products leaves the range of numbers.
constexpr std::string_view kAnyMerges[] = {"Add", "Sub", "Max", "Min", "Mean", "Concat", "Mul"};
constexpr int kFirstOpset = 8;  // from which Max, Min and Mean have their present form

std::vector<Site> FindMergeable(const Model& model) {
  std::vector<Site> sites;
  const Graph& graph = model.graph;
  for (size_t i = 0; i < graph.node_count(); ++i) {
    const Node& node = graph.node(i);
    if (node.outputs.empty() || node.outputs[0] == kAbsent) continue;
    if (!EarlierOfSameType(graph, node.outputs[0], i).empty())
      sites.push_back({.node = i, .value = node.outputs[0]});
  }
  return sites;
}

// [y, x] along the last axis, then its first part from a random place on: some of both.
ValueId ConcatAndCut(const Model& model, Graph& graph, size_t& at, ValueId y, ValueId x,
                     const Shape& shape, Rng& rng, std::string_view role) {
  const auto axis = static_cast<int64_t>(shape.size()) - 1;
  const ValueId both = Emit(graph, at, "Concat", {y, x}, {{"axis", axis}}, role);
  const int64_t size = shape.back(), start = rng.Int(0, size);
  if (OpsetOf(model) < 10)
    return Emit(graph, at, "Slice", {both},
                {{"starts", std::vector{start}},
                 {"ends", std::vector{start + size}},
                 {"axes", std::vector{axis}}},
                role);
  return Emit(graph, at, "Slice",
              {both, AddInts(graph, "starts", {start}), AddInts(graph, "ends", {start + size}),
               AddInts(graph, "axes", {axis})},
              {}, role);
}

Result<ModelCase> MergeWith(const ModelCase& base, const Site& site, Rng& rng,
                            std::span<const std::string_view> merges) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const std::vector<ValueId> others = EarlierOfSameType(graph, site.value, site.node);
  const Shape shape = *StaticShape(graph, site.value);
  const DType dtype = DTypeOf(graph, site.value);
  const ValueId x = rng.Pick(std::span(others));
  const std::string_view op = rng.Pick(merges);
  if (!Admits(out.model, op, dtype) || OpsetOf(out.model) < kFirstOpset)
    return Reject("the operator set has no such merge");
  if (op == "Concat" && (shape.empty() || !Admits(out.model, "Slice", dtype)))
    return Reject("nothing to concatenate along");
  const std::string_view role = RolePrefix(graph, site.node);
  size_t at = site.node + 1;
  const ValueId raw = Detach(graph, site.node);
  const ValueId merged = op == "Concat"
                             ? ConcatAndCut(out.model, graph, at, raw, x, shape, rng, role)
                             : Emit(graph, at, op, {raw, x}, {}, role);
  Attach(graph, at, merged, site.value);
  return out;
}

Result<ModelCase> Merge(const ModelCase& base, const Site& site, Rng& rng) {
  if (!ToleratesChange(base.model.graph, site.value)) return Reject("its numbers must stay");
  return MergeWith(base, site, rng, kMerges);
}

Result<ModelCase> MergeFreely(const ModelCase& base, const Site& site, Rng& rng) {
  return MergeWith(base, site, rng, kAnyMerges);
}

}  // namespace
}  // namespace merge

MutatorDef MergeDef() {
  return {
      .name = "merge",
      .meaning = "a layer's result is joined with an earlier tensor of the same type",
      .choices =
          "the sum, difference, maximum, minimum, mean, or a part of both concatenated along the "
          "last axis, each as likely. Unconstrained: products, too, wherever types are equal",
      .family = Family::kStructure,
      .promise = Promise::kChanges,
      .aliases = {"LMerg"},
      .find = merge::FindMergeable,
      .apply = merge::Merge,
      .apply_unconstrained = merge::MergeFreely};
}

}  // namespace assay::mutate
