// Sigmoid, Softplus, Softsign: smooth rising functions.
//
//   Sigmoid: 1 / (1 + e^-x)     Softplus: ln(1 + e^x)     Softsign: x / (1 + |x|)
//
// Spec:  ONNX Sigmoid opsets 1, 6, 13 (bfloat16); Softplus 1, 22; Softsign 1, 22.
// Traps: shipped float32 kernels of Sigmoid and Softplus are accurate absolutely only; a shipped
// float64 Softplus returns x itself
//        above 20; Softsign of an infinity is inf/inf.
#include "ops/math/unary.h"

namespace assay::ops {
namespace {

// The absolute parts were measured on float32 kernels. float64 ones are better.
Accuracy KernelAccuracy(const Arith& arith, Fn fn) {
  Accuracy allowed = arith.accuracy(fn);
  if (Lenient(arith) && arith.type() == DType::kFloat64) allowed.abs = std::min(allowed.abs, 4.0);
  return allowed;
}

double SigmoidAt(double x) {
  if (x >= 0) return 1 / (1 + std::exp(-x));
  const double e = std::exp(x);
  return e / (1 + e);
}

double SoftplusAt(double x) {
  return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
}

double SoftsignAt(double x) {
  return std::isinf(x) ? std::copysign(1.0, x) : x / (1 + std::fabs(x));
}

Real Softplus(const Arith& arith, const Real& x) {
  constexpr double kIdentityFrom = 20;
  // The logarithm turns the relative errors of e^x and 1 + e^x into absolute ones.
  const Real whole = arith.Increasing(SoftplusAt, x, KernelAccuracy(arith, Fn::kSoftplus));
  Real y = InNarrowSteps(arith, whole, 1, 2.5);
  if (arith.type() != DType::kFloat64 || !Lenient(arith) || y.nan == Nan::kMust ||
      !(x.hi > kIdentityFrom))
    return y;
  if (arith.adversarial()) return arith.adversary().Chance(0.5) ? x : y;
  y.lo = std::min(y.lo, std::max(x.lo, kIdentityFrom));
  return y;
}

Real Softsign(const Arith& arith, const Real& x) {
  const Real whole = arith.Increasing(SoftsignAt, x, arith.accuracy(Fn::kSoftsign));
  const Real y = InNarrowSteps(arith, whole, 2, 0);
  if (x.nan == Nan::kMust) return y;
  if (x.lo == -kInf || x.hi == kInf) return OrNan(arith, y);
  // Multiplying by the reciprocal of a huge number may flush it.
  const bool flushes = arith.rules().flush_to_zero && arith.type() != DType::kFloat16;
  const bool flushed = flushes && Magnitude(x) * FormatOf(arith.type()).min_normal > 0.5;
  return flushed && !arith.adversarial() ? Hull(y, Real::Point(0)) : y;
}

// Three relative errors; e^-x overflows in float16 where the result is below 0.1 u.
Real Sigmoid(const Arith& arith, const Real& x) {
  const Real whole = arith.Increasing(SigmoidAt, x, KernelAccuracy(arith, Fn::kSigmoid));
  return InNarrowSteps(arith, whole, 2.5, 0.1);
}

Result<Outputs> EvaluateSigmoid(const EvalCall& call) { return EachReal(call, Sigmoid); }
Result<Outputs> EvaluateSoftplus(const EvalCall& call) { return EachReal(call, Softplus); }
Result<Outputs> EvaluateSoftsign(const EvalCall& call) { return EachReal(call, Softsign); }

}  // namespace

OpDef SigmoidDef() { return UnaryDef("Sigmoid", "1 / (1 + e^-x)", EvaluateSigmoid); }
OpDef SoftplusDef() { return UnaryDef("Softplus", "ln(1 + e^x)", EvaluateSoftplus); }
OpDef SoftsignDef() { return UnaryDef("Softsign", "x / (1 + |x|)", EvaluateSoftsign); }

}  // namespace assay::ops
