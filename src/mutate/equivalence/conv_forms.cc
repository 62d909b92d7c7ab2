// conv1x1-as-matmul:   Conv with a kernel of 1  ==>  MatMul over the channels
// conv-pads-explicit:  Conv with pads  ==>  Conv without, of a Pad
// conv1d-as-2d:        Conv of one axis  ==>  Squeeze(Conv of two axes, one of size 1)
//
// Promise: close: the same products are summed. With explicit pads zeros are multiplied, too, so
//          the weights must be finite constants there.
// Needs:   floats. conv1x1-as-matmul: one group, stride 1, no pads, static sizes other than 0.
// Aims at: kernels chosen by shape, pad fusion, layouts.
#include <algorithm>

#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace conv_forms {
namespace {

bool AllAre(const std::vector<int64_t>& values, int64_t wanted) {
  return std::all_of(values.begin(), values.end(), [=](int64_t v) { return v == wanted; });
}

bool IsConv(const Model& model, const Node& node) {
  return node.op == "Conv" && IsCommonFloat(DTypeOf(model.graph, node.outputs[0]));
}

bool HasBias(const Node& node) { return node.inputs.size() > 2 && node.inputs[2] != kAbsent; }

bool FitsMatmul(const Model& model, const Node& node) {
  if (!IsConv(model, node)) return false;
  const auto x = StaticShape(model.graph, node.inputs[0]),
             weights = StaticShape(model.graph, node.inputs[1]);
  const ops::Call call(node, model.opset(""));
  return x.has_value() && weights.has_value() && ElementCount(*x) > 0 &&
         ElementCount(*weights) == (*weights)[0] * (*weights)[1] && ElementCount(*weights) > 0 &&
         call.AttrInt("group", 1) == 1 && AllAre(call.AttrInts("strides"), 1) &&
         AllAre(call.AttrInts("pads"), 0);
}

Result<ValueId> AsMatmul(Emitter& w, const Node& node, Rng&) {
  const Shape x = *StaticShape(w.graph(), node.inputs[0]),
              weights = *StaticShape(w.graph(), node.inputs[1]);
  const ValueId flat = w.Reshape(node.inputs[0], {x[0], x[1], -1});
  const ValueId matrix = w.Reshape(node.inputs[1], {weights[0], weights[1]});
  ValueId y = w.Op("MatMul", {matrix, flat});
  if (HasBias(node)) y = w.Op("Add", {y, w.Reshape(node.inputs[2], {weights[0], 1})});
  std::vector<int64_t> sizes(x.begin(), x.end());
  sizes[1] = weights[0];
  return w.Reshape(y, sizes);
}

bool FitsPads(const Model& model, const Node& node) {
  if (!IsConv(model, node)) return false;
  const ops::Call call(node, model.opset(""));
  const std::vector<int64_t> pads = call.AttrInts("pads");
  const Tensor* weights = ConstantOf(model.graph, node.inputs[1]);
  const DType dtype = DTypeOf(model.graph, node.inputs[0]);
  return !pads.empty() && !AllAre(pads, 0) && call.AttrString("auto_pad", "NOTSET") == "NOTSET" &&
         weights != nullptr && AllFinite(*weights) && Takes(model, "Pad", dtype);
}

Result<ValueId> ExplicitPads(Emitter& w, const Node& node, Rng&) {
  const std::vector<int64_t> pads = ops::Call(node, w.opset()).AttrInts("pads");
  const size_t axes = pads.size() / 2;
  std::vector<int64_t> all(2 * (axes + 2), 0);
  std::copy(pads.begin(), pads.begin() + static_cast<std::ptrdiff_t>(axes), all.begin() + 2);
  std::copy(pads.begin() + static_cast<std::ptrdiff_t>(axes), pads.end(),
            all.begin() + static_cast<std::ptrdiff_t>(axes) + 4);
  std::vector<ValueId> inputs(node.inputs.begin(), node.inputs.end());
  inputs[0] = w.Pad(inputs[0], all);
  Attrs attrs = node.attrs;
  attrs.Erase("pads");
  return w.Op("Conv", std::move(inputs), std::move(attrs));
}

bool FitsOneAxis(const Model& model, const Node& node) {
  return IsConv(model, node) && RankOf(model.graph, node.inputs[0]) == 3 &&
         RankOf(model.graph, node.inputs[1]) == 3;
}

Result<ValueId> AsTwoAxes(Emitter& w, const Node& node, Rng&) {
  Attrs attrs = node.attrs;
  for (const char* name : {"kernel_shape", "strides", "dilations"})
    if (const auto* one = node.attrs.Get<std::vector<int64_t>>(name))
      attrs.Set(name, std::vector<int64_t>{1, (*one)[0]});
  if (const auto* pads = node.attrs.Get<std::vector<int64_t>>("pads"))
    attrs.Set("pads", std::vector<int64_t>{0, (*pads)[0], 0, (*pads)[1]});
  std::vector<ValueId> inputs(node.inputs.begin(), node.inputs.end());
  inputs[0] = w.Unsqueeze(inputs[0], {2});
  inputs[1] = w.Unsqueeze(inputs[1], {2});
  return w.Squeeze(w.Op("Conv", std::move(inputs), std::move(attrs)), {2});
}

}  // namespace
}  // namespace conv_forms

MutatorDef Conv1x1AsMatmulDef() {
  return {.name = "conv1x1-as-matmul",
          .meaning = "a convolution with a kernel of 1 becomes a matrix product",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<conv_forms::FitsMatmul>,
          .apply = Replace<conv_forms::AsMatmul>};
}

MutatorDef ConvPadsExplicitDef() {
  return {.name = "conv-pads-explicit",
          .meaning = "the padding of a convolution becomes a Pad before it",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<conv_forms::FitsPads>,
          .apply = Replace<conv_forms::ExplicitPads>};
}

MutatorDef Conv1dAs2dDef() {
  return {.name = "conv1d-as-2d",
          .meaning = "a convolution over one axis becomes one over two, the first of size 1",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<conv_forms::FitsOneAxis>,
          .apply = Replace<conv_forms::AsTwoAxes>};
}

}  // namespace assay::mutate
