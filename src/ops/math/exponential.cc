// Exp, Log, Sqrt, Reciprocal: elementwise functions of one operand.
//
// Spec:  ONNX opsets 1, 6, 13 (bfloat16).
// Traps: Log of a negative and Sqrt of a negative give NaN; an interval that reaches below zero
// may.
#include "ops/math/unary.h"

namespace assay::ops {
namespace {

Result<Outputs> EvaluateExp(const EvalCall& call) {
  return EachReal(call, [](const Arith& a, const Real& x) { return a.Exp(x); });
}
Result<Outputs> EvaluateLog(const EvalCall& call) {
  return EachReal(call, [](const Arith& a, const Real& x) { return a.Log(x); });
}
Result<Outputs> EvaluateSqrt(const EvalCall& call) {
  return EachReal(call, [](const Arith& a, const Real& x) { return a.Sqrt(x); });
}

// Vector kernels refine an estimate of the reciprocal, and some end one step below 1 for 1/1, where
// division is exact.
Real Reciprocal(const Arith& arith, const Real& x) {
  const Real y = arith.Div(Real::Point(1), x);
  return Lenient(arith) && y.nan != Nan::kMust ? WithError(arith, y, 2, 0) : y;
}

Result<Outputs> EvaluateReciprocal(const EvalCall& call) { return EachReal(call, Reciprocal); }

}  // namespace

OpDef ExpDef() { return UnaryDef("Exp", "e to the power of each element", EvaluateExp); }
OpDef LogDef() { return UnaryDef("Log", "natural logarithm", EvaluateLog); }
OpDef SqrtDef() { return UnaryDef("Sqrt", "square root", EvaluateSqrt); }
OpDef ReciprocalDef() {
  return UnaryDef("Reciprocal", "one divided by each element", EvaluateReciprocal);
}

}  // namespace assay::ops
