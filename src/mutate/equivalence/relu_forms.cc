// relu-as-where:        Relu(x)  ==>  Where(x < 0, 0, x)
// relu-as-max:          Relu(x)  ==>  Max(x, 0)
// relu-as-clip:         Relu(x)  ==>  Clip(x, 0, none or +inf)
// leaky-relu-as-where:  LeakyRelu(x)  ==>  Where(x < 0, alpha * x, x)
//
// Promise: close. Numbers are exact (alpha * x rounds once in both forms). NaN: the comparison is
//          false, so Where hands it on; Max and Clip may give the limit instead, as Relu itself may
//          (the texts are silent). Clip without an upper limit may cut +inf to the largest number.
// Needs:   floats; Where opset 9, Max opset 8.
// Aims at: activation fusion, which looks for Relu and Clip; NaN in comparisons.
#include <limits>

#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace relu_forms {
namespace {

constexpr int kMaxBroadcasts = 8;
constexpr int kClipInputs = 11;
constexpr float kDefaultAlpha = 0.01f;

bool IsRelu(const Model& model, const Node& node) {
  return node.op == "Relu" && IsCommonFloat(DTypeOf(model.graph, node.outputs[0]));
}
bool FitsWhere(const Model& model, const Node& node) {
  return IsRelu(model, node) && Has(model, "Where");
}
bool FitsMax(const Model& model, const Node& node) {
  return IsRelu(model, node) && model.opset("") >= kMaxBroadcasts;
}
bool FitsLeaky(const Model& model, const Node& node) {
  return node.op == "LeakyRelu" && IsCommonFloat(DTypeOf(model.graph, node.outputs[0])) &&
         Has(model, "Where");
}

Result<ValueId> AsWhere(Emitter& w, const Node& node, Rng&) {
  const ValueId x = node.inputs[0], zero = w.Scalar(DTypeOf(w.graph(), x), 0);
  return w.Op("Where", {w.Op("Less", {x, zero}), zero, x});
}

Result<ValueId> AsMax(Emitter& w, const Node& node, Rng& rng) {
  const ValueId x = node.inputs[0], zero = w.Scalar(DTypeOf(w.graph(), x), 0);
  return rng.Chance(0.5) ? w.Op("Max", {x, zero}) : w.Op("Max", {zero, x});
}

Result<ValueId> AsClip(Emitter& w, const Node& node, Rng& rng) {
  const ValueId x = node.inputs[0];
  if (w.opset() < kClipInputs) return w.Op("Clip", {x}, {{"min", 0.0f}});
  const DType dtype = DTypeOf(w.graph(), x);
  std::vector<ValueId> inputs = {x, w.Scalar(dtype, 0)};
  if (rng.Chance(0.5)) inputs.push_back(w.Scalar(dtype, std::numeric_limits<double>::infinity()));
  return w.Op("Clip", std::move(inputs));
}

Result<ValueId> LeakyAsWhere(Emitter& w, const Node& node, Rng&) {
  const ValueId x = node.inputs[0];
  const DType dtype = DTypeOf(w.graph(), x);
  const double alpha = ops::Call(node, w.opset()).AttrFloat("alpha", kDefaultAlpha);
  const ValueId negative = w.Op("Less", {x, w.Scalar(dtype, 0)});
  return w.Op("Where", {negative, w.Op("Mul", {x, w.Scalar(dtype, alpha)}), x});
}

}  // namespace
}  // namespace relu_forms

MutatorDef ReluAsWhereDef() {
  return Equivalence(Promise::kClose, "relu-as-where", "Relu becomes a comparison and a selection",
                     FindNodes<relu_forms::FitsWhere>, Replace<relu_forms::AsWhere>);
}
MutatorDef ReluAsMaxDef() {
  return Equivalence(Promise::kClose, "relu-as-max", "Relu becomes the maximum with zero",
                     FindNodes<relu_forms::FitsMax>, Replace<relu_forms::AsMax>);
}
MutatorDef ReluAsClipDef() {
  return Equivalence(Promise::kClose, "relu-as-clip", "Relu becomes a Clip at zero",
                     FindNodes<relu_forms::IsRelu>, Replace<relu_forms::AsClip>);
}
MutatorDef LeakyReluAsWhereDef() {
  return Equivalence(Promise::kClose, "leaky-relu-as-where",
                     "LeakyRelu becomes a comparison and a selection",
                     FindNodes<relu_forms::FitsLeaky>, Replace<relu_forms::LeakyAsWhere>);
}

}  // namespace assay::mutate
