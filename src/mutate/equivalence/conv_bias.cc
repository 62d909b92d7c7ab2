// conv-bias-as-add:  Conv(x, W, b)  ==>  Conv(x, W) + b over the channels
// add-as-conv-bias:  Conv(x, W) + k  ==>  Conv(x, W, k), with a constant k, one per channel
//
// Promise: close: the bias may start the sum or be added at its end.
// Needs:   floats, known rank.   Aims at: bias fusion and its inverse.
#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace conv_bias {
namespace {

bool FitsUnfuse(const Model& model, const Node& node) {
  return node.op == "Conv" && node.inputs.size() == 3 && node.inputs[2] != kAbsent &&
         IsCommonFloat(DTypeOf(model.graph, node.outputs[0])) &&
         RankOf(model.graph, node.inputs[0]) >= 3;
}

Result<ValueId> Unfuse(Emitter& w, const Node& node, Rng&) {
  std::vector<int64_t> sizes(static_cast<size_t>(RankOf(w.graph(), node.inputs[0])), 1);
  sizes[1] = -1;
  const ValueId sums = w.Op("Conv", {node.inputs[0], node.inputs[1]}, node.attrs);
  return w.Op("Add", {sums, w.Reshape(node.inputs[2], sizes)});
}

// Whether `shape` broadcasts over all axes of a result of `rank` but holds one number per channel.
bool IsPerChannel(const Shape& shape, int rank, int64_t channels) {
  if (static_cast<int>(shape.size()) > rank || static_cast<int>(shape.size()) < rank - 1)
    return false;
  for (size_t i = 0; i < shape.size(); ++i) {
    const bool is_channel = i + static_cast<size_t>(rank) - shape.size() == 1;
    if (shape[i] != (is_channel ? channels : 1)) return false;
  }
  return true;
}

struct Biased {
  const Node* conv;
  ValueId bias;
};

std::optional<Biased> FindBiased(const Graph& graph, const Node& node) {
  for (const size_t i : {size_t{0}, size_t{1}}) {
    const Node* conv = MakerOf(graph, node.inputs[i], "Conv");
    if (conv == nullptr || (conv->inputs.size() > 2 && conv->inputs[2] != kAbsent)) continue;
    const Tensor* bias = ConstantOf(graph, node.inputs[1 - i]);
    const auto weights = StaticShape(graph, conv->inputs[1]);
    const int rank = RankOf(graph, node.inputs[i]);
    if (bias != nullptr && weights.has_value() && rank >= 3 &&
        IsPerChannel(bias->shape(), rank, (*weights)[0]))
      return Biased{conv, node.inputs[1 - i]};
  }
  return std::nullopt;
}

bool FitsFuse(const Model& model, const Node& node) {
  return node.op == "Add" && IsCommonFloat(DTypeOf(model.graph, node.outputs[0])) &&
         FindBiased(model.graph, node).has_value();
}

Result<ValueId> Fuse(Emitter& w, const Node& node, Rng&) {
  const Biased found = *FindBiased(w.graph(), node);
  const Node conv = *found.conv;
  const Tensor bias = *ConstantOf(w.graph(), found.bias);
  const ValueId flat = AddConstant(w.graph(), "bias", bias.Reshaped({bias.count()}));
  return w.Op("Conv", {conv.inputs[0], conv.inputs[1], flat}, conv.attrs);
}

}  // namespace
}  // namespace conv_bias

MutatorDef ConvBiasAsAddDef() {
  return {.name = "conv-bias-as-add",
          .meaning = "the bias of a convolution is added behind it",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<conv_bias::FitsUnfuse>,
          .apply = Replace<conv_bias::Unfuse>};
}

MutatorDef AddAsConvBiasDef() {
  return {.name = "add-as-conv-bias",
          .meaning = "a constant added to a convolution becomes its bias",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<conv_bias::FitsFuse>,
          .apply = Replace<conv_bias::Fuse>};
}

}  // namespace assay::mutate
