// gelu-fuse:   x (1 + Erf(x / sqrt(2))) 0.5 as exporters write it  ==>  Gelu(x)
// swish-fuse:  x * Sigmoid(x)  ==>  Swish(x)
//
// Promise: close: the operators are defined by these formulas. The constants must be those of the
//          formula to within a rounding of the type.
// Needs:   floats; opset 20 for Gelu, 24 for Swish.
// Aims at: the fused kernels, on the values that the pattern had.
#include <cmath>

#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace activation_fusion {
namespace {

constexpr double kSqrtTwo = 1.4142135623730951;

// Whether `id` is the constant `value` of one element, rounded to its type.
bool IsNumber(const Graph& graph, ValueId id, double value) {
  const Tensor* tensor = ConstantOf(graph, id);
  return tensor != nullptr && IsCommonFloat(tensor->dtype()) && tensor->count() == 1 &&
         tensor->rank() <= 1 &&
         std::fabs(tensor->RealAt(0) - value) <= FormatOf(tensor->dtype()).unit * value;
}

// The other operand of a Mul or Add of which one is the number `value`; kAbsent when it is not so.
ValueId Beside(const Graph& graph, const Node* node, double value) {
  if (node == nullptr) return kAbsent;
  for (const size_t i : {size_t{0}, size_t{1}})
    if (IsNumber(graph, node->inputs[i], value)) return node->inputs[1 - i];
  return kAbsent;
}

// x when `id` is 1 + Erf(x / sqrt(2)).
ValueId ErfArgument(const Graph& graph, ValueId id) {
  const Node* erf = MakerOf(graph, Beside(graph, MakerOf(graph, id, "Add"), 1), "Erf");
  if (erf == nullptr) return kAbsent;
  if (const Node* div = MakerOf(graph, erf->inputs[0], "Div"))
    return IsNumber(graph, div->inputs[1], kSqrtTwo) ? div->inputs[0] : kAbsent;
  return Beside(graph, MakerOf(graph, erf->inputs[0], "Mul"), 1 / kSqrtTwo);
}

// x when `node` is one of  0.5 (x E),  (0.5 x) E  with E = 1 + Erf(x / sqrt(2)), in any order.
ValueId GeluArgument(const Graph& graph, const Node& node) {
  if (const Node* product = MakerOf(graph, Beside(graph, &node, 0.5), "Mul"))
    for (const size_t i : {size_t{0}, size_t{1}})
      if (const ValueId x = ErfArgument(graph, product->inputs[i]);
          x != kAbsent && x == product->inputs[1 - i])
        return x;
  for (const size_t i : {size_t{0}, size_t{1}}) {
    const ValueId x = ErfArgument(graph, node.inputs[i]);
    if (x != kAbsent && Beside(graph, MakerOf(graph, node.inputs[1 - i], "Mul"), 0.5) == x)
      return x;
  }
  return kAbsent;
}

// A constant of rank 1 would make a result of rank 0 one of rank 1.
bool FitsGelu(const Model& model, const Node& node) {
  const DType dtype = DTypeOf(model.graph, node.outputs[0]);
  return node.op == "Mul" && IsCommonFloat(dtype) && Takes(model, "Gelu", dtype) &&
         RankOf(model.graph, node.outputs[0]) >= 1 &&
         RankOf(model.graph, GeluArgument(model.graph, node)) >= 1;
}

Result<ValueId> FuseGelu(Emitter& w, const Node& node, Rng&) {
  return w.Op("Gelu", {GeluArgument(w.graph(), node)});
}

ValueId SwishArgument(const Graph& graph, const Node& node) {
  for (const size_t i : {size_t{0}, size_t{1}})
    if (const Node* sigmoid = MakerOf(graph, node.inputs[i], "Sigmoid"))
      if (sigmoid->inputs[0] == node.inputs[1 - i]) return node.inputs[1 - i];
  return kAbsent;
}

bool FitsSwish(const Model& model, const Node& node) {
  const DType dtype = DTypeOf(model.graph, node.outputs[0]);
  return node.op == "Mul" && IsCommonFloat(dtype) && Takes(model, "Swish", dtype) &&
         SwishArgument(model.graph, node) != kAbsent;
}

Result<ValueId> FuseSwish(Emitter& w, const Node& node, Rng&) {
  return w.Op("Swish", {SwishArgument(w.graph(), node)});
}

}  // namespace
}  // namespace activation_fusion

MutatorDef GeluFuseDef() {
  return {.name = "gelu-fuse",
          .meaning = "the formula of Gelu with Erf becomes Gelu",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<activation_fusion::FitsGelu>,
          .apply = Replace<activation_fusion::FuseGelu>};
}

MutatorDef SwishFuseDef() {
  return {.name = "swish-fuse",
          .meaning = "x times Sigmoid(x) becomes Swish",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<activation_fusion::FitsSwish>,
          .apply = Replace<activation_fusion::FuseSwish>};
}

}  // namespace assay::mutate
