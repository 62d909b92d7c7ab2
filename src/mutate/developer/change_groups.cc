// A convolution gets another number of groups: grouped, depthwise, or full again.
//
// Promise: changes.   Needs: constant weights, channels that a new number of groups divides.   Aims
// at: grouped and depthwise kernels, which are separate code everywhere.   Repair: weights between
// channels that no longer meet are dropped; channels that newly meet reuse the old weights in turn.
#include <cmath>

#include "mutate/edit.h"
#include "mutate/sites.h"
#include "mutate/weights.h"
#include "mutate/writer.h"

namespace assay::mutate {
namespace change_groups {
namespace {

int64_t GroupOf(const Node& node) {
  const auto* group = node.attrs.Get<int64_t>("group");
  return group == nullptr ? 1 : *group;
}

std::vector<int64_t> OtherGroups(const Graph& graph, const Node& node) {
  const Tensor* weights = WeightOf(graph, node.inputs[1]);
  const int64_t group = GroupOf(node);
  const int64_t in = weights->shape()[1] * group, out = weights->shape()[0];
  std::vector<int64_t> others;
  for (int64_t g = 1; g <= in && g <= out; ++g)
    if (in % g == 0 && out % g == 0 && g != group) others.push_back(g);
  return others;
}

bool Fits(const Model& model, const Node& node) {
  if (node.op != "Conv" || node.inputs.size() < 2) return false;
  const Tensor* weights = WeightOf(model.graph, node.inputs[1]);
  return weights != nullptr && IsComputeType(weights->dtype()) && weights->count() > 0 &&
         !OtherGroups(model.graph, node).empty();
}

std::vector<Site> Find(const Model& model) { return NodesThatMayChange(model, Fits); }

// Weights for `group` groups out of those for `old_group`.
Tensor Regrouped(const Tensor& old, int64_t old_group, int64_t group) {
  const int64_t out = old.shape()[0], in = old.shape()[1] * old_group;
  const int64_t old_width = in / old_group, width = in / group;
  Shape shape = old.shape();
  shape[1] = width;
  // The sum over more channels grows with the root of their number.
  const double scale = width > old_width
                           ? std::sqrt(static_cast<double>(old_width) / static_cast<double>(width))
                           : 1;
  std::vector<double> values;
  for (Odometer it(shape, Strides(shape)); !it.done(); it.Next()) {
    Shape from = it.index();
    const int64_t channel = from[0] / (out / group) * width + from[1];
    from[1] = channel % old_width;
    values.push_back(scale * RealAtIndex(old, from));
  }
  return MakeTensor(old.dtype(), shape, values);
}

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  Node node = graph.node(site.node);
  const std::vector<int64_t> others = OtherGroups(graph, node);
  // Depthwise, the largest number, is what people use most.
  const int64_t group =
      rng.Chance(0.4) ? others.back() : rng.Pick(std::span<const int64_t>(others));
  node.inputs[1] = AddConstant(graph, "kernel",
                               Regrouped(*WeightOf(graph, node.inputs[1]), GroupOf(node), group));
  node.attrs.Set("group", group);
  Writer writer(out.model, site.node + 1, site.node);
  writer.Change(site.node, std::move(node));
  if (!writer.status().ok()) return writer.status().error();
  DropUnusedInitializers(graph);
  return out;
}

}  // namespace
}  // namespace change_groups

MutatorDef ChangeGroupsDef() {
  return {.name = "change-groups",
          .meaning = "a convolution gets another number of groups",
          .choices =
              "any that divides both channel counts; in two of five cases the largest "
              "(depthwise where it can be)",
          .family = Family::kDeveloper,
          .promise = Promise::kChanges,
          .find = change_groups::Find,
          .apply = change_groups::Apply};
}

}  // namespace assay::mutate
