// Exp, Log, Sqrt, Reciprocal: elementwise functions of one operand.
//
// Spec:  ONNX opsets 1, 6, 13 (bfloat16).
// Traps: Log of a negative and Sqrt of a negative give NaN; an interval that reaches below zero may.
#include "ops/elementwise.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

// One function of Arith on each element.
template <typename F>
Result<Outputs> Each(const EvalCall& call, F f) {
  const Bounded& x = call.tensor(0);
  const Arith arith = call.arith(x.dtype());
  return One(MapReal(x, x.dtype(), [&](const Real& e) { return f(arith, e); }));
}

Result<Outputs> EvaluateExp(const EvalCall& call) {
  return Each(call, [](const Arith& a, const Real& x) { return a.Exp(x); });
}
Result<Outputs> EvaluateLog(const EvalCall& call) {
  return Each(call, [](const Arith& a, const Real& x) { return a.Log(x); });
}
Result<Outputs> EvaluateSqrt(const EvalCall& call) {
  return Each(call, [](const Arith& a, const Real& x) { return a.Sqrt(x); });
}
Result<Outputs> EvaluateReciprocal(const EvalCall& call) {
  return Each(call, [](const Arith& a, const Real& x) { return a.Div(Real::Point(1), x); });
}

OpDef Unary(std::string_view name, std::string_view meaning, Result<Outputs> (*evaluate)(const EvalCall&)) {
  return {.name = name, .meaning = meaning, .rounding = Rounding::kFunction, .data_inputs = {1, 1}, .infer = InferSame,
          .evaluate = evaluate, .propose = ProposePlain};
}

}  // namespace

OpDef ExpDef() { return Unary("Exp", "e to the power of each element", EvaluateExp); }
OpDef LogDef() { return Unary("Log", "natural logarithm", EvaluateLog); }
OpDef SqrtDef() { return Unary("Sqrt", "square root", EvaluateSqrt); }
OpDef ReciprocalDef() { return Unary("Reciprocal", "one divided by each element", EvaluateReciprocal); }

}  // namespace assay::ops
