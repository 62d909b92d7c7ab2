// If: the outputs of one of two subgraphs.
//
// Spec:  ONNX opsets 1, 11 (branches may differ in shape), 13 (sequences), 16 (optionals), 19 ….
// The condition is one boolean. Traps: branches have no inputs, they read the values around them; a
// condition that depends on rounding gives what both
//        branches may deliver, where that has one shape.
#include "ops/control/body.h"

namespace assay::ops {
namespace {

Result<Types> InferIf(const InferCall& call) {
  ASSAY_ASSIGN(const Graph* then_branch, GraphAttr(call, "then_branch"));
  ASSAY_ASSIGN(const Graph* else_branch, GraphAttr(call, "else_branch"));
  if (then_branch->outputs.size() != else_branch->outputs.size())
    return Invalid(StrCat("the branches give ", then_branch->outputs.size(), " and ",
                          else_branch->outputs.size(), " outputs"));
  // The branch that is never taken need not fit the shapes: exporters write such guards.
  const auto condition = call.ConstantInts(0);
  if (condition.has_value() && condition->size() == 1)
    return call.subgraphs().Infer((*condition)[0] != 0 ? *then_branch : *else_branch, {});
  ASSAY_ASSIGN(Types then_types, call.subgraphs().Infer(*then_branch, {}));
  ASSAY_ASSIGN(Types else_types, call.subgraphs().Infer(*else_branch, {}));
  Types out;
  for (size_t i = 0; i < then_types.size(); ++i) {
    const auto joined = Join(then_types[i], else_types[i]);
    if (!joined.has_value())
      return Invalid(
          StrCat("output ", i, " is ", TypeText(then_types[i]), " or ", TypeText(else_types[i])));
    out.push_back(*joined);
  }
  return out;
}

Result<Outputs> EvaluateIf(const EvalCall& call) {
  ASSAY_ASSIGN(const Graph* then_branch, GraphAttr(call, "then_branch"));
  ASSAY_ASSIGN(const Graph* else_branch, GraphAttr(call, "else_branch"));
  if (call.tensor(0).count() != 1)
    return Invalid(StrCat("the condition must be one boolean, its shape is ",
                          ShapeText(call.tensor(0).shape())));
  const Int condition = call.tensor(0).integer(0);
  ASSAY_ASSIGN(Outputs likely,
               call.subgraphs().Run(condition.v != 0 ? *then_branch : *else_branch, {}));
  if (condition.point()) return likely;
  ASSAY_ASSIGN(const Outputs other,
               call.subgraphs().Run(condition.v != 0 ? *else_branch : *then_branch, {}));
  if (likely.size() != other.size())
    return Undetermined("If: the branches differ in their number of outputs");
  for (size_t i = 0; i < likely.size(); ++i) likely[i] = EitherOf(likely[i], other[i]);
  return likely;
}

}  // namespace

OpDef IfDef() {
  return {.name = "If",
          .meaning = "runs one of two subgraphs",
          .rounding = Rounding::kComposite,
          .infer = InferIf,
          .evaluate = EvaluateIf};
}

}  // namespace assay::ops
