// y  ==>  Concat(y, nothing), where nothing is a slice of y with no elements along one axis
//
// Promise: same bits: data is copied.   Needs: a tensor of known rank, at least 1.   Aims at:
// kernels and optimisers faced with empty tensors.
#include <algorithm>
#include <array>

#include "mutate/edit.h"
#include "mutate/sites.h"
#include "mutate/writer.h"

namespace assay::mutate {
namespace zero_size_axis {
namespace {

bool Fits(const Model& model, const Node& node) {
  const ValueType& type = model.graph.type(node.outputs[0]);
  return type.is_tensor() && !IsComplex(type.tensor.dtype) && type.tensor.rank() >= 1 &&
         Supports(model, "Slice", type.tensor.dtype) &&
         Supports(model, "Concat", type.tensor.dtype);
}

std::vector<Site> Find(const Model& model) { return NodesThat(model, Fits); }

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  static constexpr std::array<std::string_view, 5> kOnNothing = {"Relu", "Neg", "Sigmoid", "Abs",
                                                                 "Tanh"};
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const int64_t axis = rng.Int(0, graph.type(site.value).tensor.rank() - 1);
  Writer writer(out.model, site.node + 1, site.node);
  // From 0 to 0, or from far behind the end.
  const int64_t from = rng.Chance(0.7) ? 0 : 1 << 20;
  ValueId nothing = writer.Slice(site.value, {from}, {from}, {axis});
  const std::string_view op = rng.Pick(std::span<const std::string_view>(kOnNothing));
  if (rng.Chance(0.5) && Supports(out.model, op, DTypeOf(graph, site.value)))
    nothing = writer.Op(op, {nothing});
  const std::vector<ValueId> parts =
      rng.Chance(0.5) ? std::vector{site.value, nothing} : std::vector{nothing, site.value};
  const ValueId made = writer.Op("Concat", parts, {{"axis", axis}});
  ReplaceUses(graph, site.value, made, writer.at());
  if (!writer.status().ok()) return writer.status().error();
  return out;
}

}  // namespace
}  // namespace zero_size_axis

MutatorDef ZeroSizeAxisDef() {
  return {.name = "zero-size-axis",
          .meaning = "a slice without elements is concatenated to a tensor",
          .choices =
              "any axis; the slice is taken at the start or behind the end; half of the time "
              "an elementwise operator works on it",
          .family = Family::kDeveloper,
          .promise = Promise::kSameBits,
          .find = zero_size_axis::Find,
          .apply = zero_size_axis::Apply};
}

}  // namespace assay::mutate
