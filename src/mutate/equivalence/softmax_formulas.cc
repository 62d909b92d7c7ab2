// softmax-from-primitives:      e / ReduceSum(e)        with d = x - ReduceMax(x), e = Exp(d)
// log-softmax-from-primitives:  d - Log(ReduceSum(e))
//
// Promise: close: the specification's formula, with the maximum subtracted so that nothing
//          overflows. NaN and +inf in a row give NaN in both (inf - inf).
// Needs:   floats; before opset 13 the axis must be the last one, as older softmaxes run over all
//          axes from there on; an axis without elements is left out.
// Aims at: softmax fusion, the fused kernel.
#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace softmax_formulas {
namespace {

constexpr int kOneAxis = 13;  // opset from which a softmax runs over one axis

// The axis, or -1 where the node means several.
int AxisOf(const Graph& graph, const Node& node, int opset) {
  const int rank = RankOf(graph, node.inputs[0]);
  const auto axis =
      NormalizeAxis(ops::Call(node, opset).AttrInt("axis", opset >= kOneAxis ? -1 : 1), rank);
  if (rank < 1 || !axis.ok()) return -1;
  return opset >= kOneAxis || *axis == rank - 1 ? *axis : -1;
}

bool Fits(const Model& model, const Node& node) {
  return IsCommonFloat(DTypeOf(model.graph, node.outputs[0])) &&
         AxisOf(model.graph, node, model.opset("")) >= 0 &&
         !HasZeroSize(TypeOf(model.graph, node.inputs[0]));
}
bool FitsSoftmax(const Model& model, const Node& node) {
  return node.op == "Softmax" && Fits(model, node);
}
bool FitsLogSoftmax(const Model& model, const Node& node) {
  return node.op == "LogSoftmax" && Fits(model, node);
}

Result<ValueId> WriteOut(Emitter& w, const Node& node, Rng&) {
  const std::vector<int64_t> axis = {AxisOf(w.graph(), node, w.opset())};
  const ValueId x = node.inputs[0];
  const ValueId d = w.Op("Sub", {x, w.Reduce("ReduceMax", x, axis, true)});
  const ValueId e = w.Op("Exp", {d});
  const ValueId sum = w.Reduce("ReduceSum", e, axis, true);
  if (node.op == "Softmax") return w.Op("Div", {e, sum});
  return w.Op("Sub", {d, w.Op("Log", {sum})});
}

}  // namespace
}  // namespace softmax_formulas

MutatorDef SoftmaxFromPrimitivesDef() {
  return {.name = "softmax-from-primitives",
          .meaning = "Softmax becomes maximum, difference, Exp, sum and division",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<softmax_formulas::FitsSoftmax>,
          .apply = Replace<softmax_formulas::WriteOut>};
}

MutatorDef LogSoftmaxFromPrimitivesDef() {
  return {.name = "log-softmax-from-primitives",
          .meaning = "LogSoftmax becomes maximum, difference, Exp, sum and Log",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<softmax_formulas::FitsLogSoftmax>,
          .apply = Replace<softmax_formulas::WriteOut>};
}

}  // namespace assay::mutate
