// Concat(a, b, c)  ==>  the parts in another order, put right by a Gather
//
// Promise: same bits: data is copied.   Needs: a Concat of two or more parts of static size.   Aims
// at: Concat and Gather that cancel, and copies that are planned away.
#include <algorithm>
#include <numeric>

#include "mutate/edit.h"
#include "mutate/sites.h"
#include "mutate/writer.h"

namespace assay::mutate {
namespace reorder_concat {
namespace {

constexpr int64_t kMostIndices = 4096;

bool Fits(const Model& model, const Node& node) {
  const Graph& graph = model.graph;
  if (node.op != "Concat" || node.inputs.size() < 2) return false;
  const auto shape = StaticShape(graph, node.outputs[0]);
  return shape.has_value() && ElementCount(*shape) <= kMostIndices * kMostIndices &&
         Supports(model, "Gather", DTypeOf(graph, node.outputs[0])) &&
         std::all_of(node.inputs.begin(), node.inputs.end(),
                     [&](ValueId id) { return id != kAbsent && StaticShape(graph, id); });
}

std::vector<Site> Find(const Model& model) { return NodesThat(model, Fits); }

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const Node old = graph.node(site.node);
  const auto rank = static_cast<int>(StaticShape(graph, site.value)->size());
  ASSAY_ASSIGN(const int axis, NormalizeAxis(*old.attrs.Get<int64_t>("axis"), rank));
  std::vector<size_t> order(old.inputs.size());
  std::iota(order.begin(), order.end(), 0);
  std::rotate(order.begin(), order.begin() + rng.Int(1, static_cast<int64_t>(order.size()) - 1),
              order.end());
  std::vector<ValueId> parts;
  std::vector<int64_t> begins(order.size());  // where each old part begins in the new order
  int64_t total = 0;
  for (const size_t k : order) {
    parts.push_back(old.inputs[k]);
    begins[k] = total;
    total += (*StaticShape(graph, old.inputs[k]))[static_cast<size_t>(axis)];
  }
  if (total > kMostIndices || total == 0) return Reject("the axis is too long or empty");
  std::vector<int64_t> indices;
  for (size_t k = 0; k < order.size(); ++k)
    for (int64_t i = 0; i < (*StaticShape(graph, old.inputs[k]))[static_cast<size_t>(axis)]; ++i)
      indices.push_back(begins[k] + i);
  Writer writer(out.model, site.node + 1, site.node);
  const ValueId joined = writer.Op("Concat", parts, old.attrs);
  const ValueId made = writer.Op("Gather", {joined, writer.Ints("order", indices)},
                                 {{"axis", static_cast<int64_t>(axis)}});
  ReplaceUses(graph, site.value, made, writer.at());
  if (!writer.status().ok()) return writer.status().error();
  RemoveUnused(graph, site.node);
  return out;
}

}  // namespace
}  // namespace reorder_concat

MutatorDef ReorderConcatDef() {
  return {.name = "reorder-concat",
          .meaning = "the parts of a Concat change places and a Gather puts them right",
          .choices = "a rotation of the parts",
          .family = Family::kDeveloper,
          .promise = Promise::kSameBits,
          .find = reorder_concat::Find,
          .apply = reorder_concat::Apply};
}

}  // namespace assay::mutate
