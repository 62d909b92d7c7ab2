// Sin, Cos, Tan and their inverses Asin, Acos, Atan, elementwise, in radians.
//
// Spec:  ONNX opsets 7, 22 (bfloat16).
// Traps: Asin and Acos are NaN outside [-1, 1]; Sin, Cos and Tan of an infinity are NaN; Tan jumps
// at odd multiples of pi/2.
#include "ops/math/unary.h"

namespace assay::ops {
namespace {

// On an interval shorter than a period there is a pole inside exactly when the right end lies below
// the left one.
Real TanOver(const Arith& arith, const Real& x) {
  const Accuracy allowed = arith.accuracy(Fn::kTan);
  if (x.nan == Nan::kMust || x.point())
    return arith.Function(Real::Point(std::tan(x.v)), 0, allowed);
  const double v = std::tan(x.v);
  if (!std::isfinite(x.lo) || !std::isfinite(x.hi)) return Real::Anything(v);
  const double a = std::tan(x.lo), b = std::tan(x.hi);
  constexpr double kLessThanPeriod = 3;
  if (x.hi - x.lo > kLessThanPeriod || b < a) return {v, -kInf, kInf, x.nan};
  return arith.Function({v, a, b, x.nan}, 0, allowed);
}

Result<Outputs> EvaluateSin(const EvalCall& call) {
  return EachReal(call, [](const Arith& a, const Real& x) { return a.Sin(x); });
}
Result<Outputs> EvaluateCos(const EvalCall& call) {
  return EachReal(call, [](const Arith& a, const Real& x) { return a.Cos(x); });
}
Result<Outputs> EvaluateTan(const EvalCall& call) { return EachReal(call, TanOver); }
Result<Outputs> EvaluateAsin(const EvalCall& call) {
  return EachReal(call, [](const Arith& a, const Real& x) {
    return a.Increasing([](double t) { return std::asin(t); }, InDomain(x, -1, 1),
                        a.accuracy(Fn::kAsin));
  });
}
Result<Outputs> EvaluateAcos(const EvalCall& call) {
  return EachReal(call, [](const Arith& a, const Real& x) {
    return a.Decreasing([](double t) { return std::acos(t); }, InDomain(x, -1, 1),
                        a.accuracy(Fn::kAcos));
  });
}
Result<Outputs> EvaluateAtan(const EvalCall& call) {
  return EachReal(call, [](const Arith& a, const Real& x) {
    return a.Increasing([](double t) { return std::atan(t); }, x, a.accuracy(Fn::kAtan));
  });
}

}  // namespace

OpDef SinDef() { return UnaryDef("Sin", "sine", EvaluateSin); }
OpDef CosDef() { return UnaryDef("Cos", "cosine", EvaluateCos); }
OpDef TanDef() { return UnaryDef("Tan", "tangent", EvaluateTan); }
OpDef AsinDef() { return UnaryDef("Asin", "inverse sine", EvaluateAsin); }
OpDef AcosDef() { return UnaryDef("Acos", "inverse cosine", EvaluateAcos); }
OpDef AtanDef() { return UnaryDef("Atan", "inverse tangent", EvaluateAtan); }

}  // namespace assay::ops
