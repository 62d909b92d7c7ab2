// conv-split-channels:  Conv(x, W)  ==>  Conv(x[:, :c], W[:, :c]) + Conv(x[:, c:], W[:, c:])
// conv-split-outputs:   Conv(x, W)  ==>  Concat(Conv(x, W[:m]), Conv(x, W[m:]))
// conv-split-groups:    a convolution of g groups  ==>  Concat of two with k and g-k groups
//
// Promise: close: the same products are summed, perhaps in another order or blocking.
// Needs:   floats; sizes of W known. The first two: one group, at least two input or output
//          channels. The third: at least two groups.
// Aims at: convolution kernels for odd channel counts, fusion of parallel convolutions, groups.
#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace conv_parts {
namespace {

int64_t GroupsOf(const Node& node) { return ops::Call(node, 0).AttrInt("group", 1); }

std::optional<Shape> WeightShape(const Model& model, const Node& node) {
  if (node.op != "Conv" || !IsCommonFloat(DTypeOf(model.graph, node.outputs[0])))
    return std::nullopt;
  const auto shape = StaticShape(model.graph, node.inputs[1]);
  return shape.has_value() && ElementCount(*shape) > 0 ? shape : std::nullopt;
}

bool FitsChannels(const Model& model, const Node& node) {
  const auto shape = WeightShape(model, node);
  return shape.has_value() && GroupsOf(node) == 1 && (*shape)[1] >= 2;
}
bool FitsOutputs(const Model& model, const Node& node) {
  const auto shape = WeightShape(model, node);
  return shape.has_value() && GroupsOf(node) == 1 && (*shape)[0] >= 2;
}
bool FitsGroups(const Model& model, const Node& node) {
  return WeightShape(model, node).has_value() && GroupsOf(node) >= 2;
}

bool HasBias(const Node& node) { return node.inputs.size() > 2 && node.inputs[2] != kAbsent; }

Result<ValueId> ByChannels(Emitter& w, const Node& node, Rng& rng) {
  const int64_t channels = (*StaticShape(w.graph(), node.inputs[1]))[1];
  const int64_t cut = rng.Int(1, channels - 1);
  const auto x = w.Split(node.inputs[0], 1, {cut, channels - cut});
  const auto weights = w.Split(node.inputs[1], 1, {cut, channels - cut});
  std::vector<ValueId> first = {x[0], weights[0]};
  if (HasBias(node)) first.push_back(node.inputs[2]);
  const ValueId sum = w.Op("Conv", std::move(first), node.attrs);
  return w.Op("Add", {sum, w.Op("Conv", {x[1], weights[1]}, node.attrs)});
}

// Two convolutions side by side; `x` are their inputs, `outputs` their numbers of output channels.
ValueId SideBySide(Emitter& w, const Node& node, const std::vector<ValueId>& x,
                   const std::vector<int64_t>& outputs, const std::vector<int64_t>& groups) {
  const auto weights = w.Split(node.inputs[1], 0, outputs);
  const auto biases = HasBias(node) ? w.Split(node.inputs[2], 0, outputs) : std::vector<ValueId>{};
  std::vector<ValueId> parts;
  for (size_t i = 0; i < 2; ++i) {
    std::vector<ValueId> inputs = {x[i], weights[i]};
    if (!biases.empty()) inputs.push_back(biases[i]);
    Attrs attrs = node.attrs;
    attrs.Set("group", groups[i]);
    parts.push_back(w.Op("Conv", std::move(inputs), std::move(attrs)));
  }
  return w.Concat(parts, 1);
}

Result<ValueId> ByOutputs(Emitter& w, const Node& node, Rng& rng) {
  const int64_t outputs = (*StaticShape(w.graph(), node.inputs[1]))[0];
  const int64_t cut = rng.Int(1, outputs - 1);
  return SideBySide(w, node, {node.inputs[0], node.inputs[0]}, {cut, outputs - cut}, {1, 1});
}

Result<ValueId> ByGroups(Emitter& w, const Node& node, Rng& rng) {
  const Shape shape = *StaticShape(w.graph(), node.inputs[1]);
  const int64_t groups = GroupsOf(node), cut = rng.Int(1, groups - 1), rest = groups - cut;
  const int64_t in = shape[1], out = shape[0] / groups;  // channels of one group
  const auto x = w.Split(node.inputs[0], 1, {cut * in, rest * in});
  return SideBySide(w, node, x, {cut * out, rest * out}, {cut, rest});
}

}  // namespace
}  // namespace conv_parts

MutatorDef ConvSplitChannelsDef() {
  return {.name = "conv-split-channels",
          .meaning = "a convolution becomes the sum of two over parts of the input channels",
          .choices = "the cut is uniform",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<conv_parts::FitsChannels>,
          .apply = Replace<conv_parts::ByChannels>};
}

MutatorDef ConvSplitOutputsDef() {
  return {.name = "conv-split-outputs",
          .meaning = "the output channels of a convolution are computed in two parts",
          .choices = "the cut is uniform",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<conv_parts::FitsOutputs>,
          .apply = Replace<conv_parts::ByOutputs>};
}

MutatorDef ConvSplitGroupsDef() {
  return {.name = "conv-split-groups",
          .meaning = "the groups of a convolution are computed in two parts",
          .choices = "the cut is uniform",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<conv_parts::FitsGroups>,
          .apply = Replace<conv_parts::ByGroups>};
}

}  // namespace assay::mutate
