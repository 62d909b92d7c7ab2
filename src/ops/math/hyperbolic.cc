// Sinh, Cosh, Tanh and their inverses Asinh, Acosh, Atanh, elementwise.
//
// Spec:  ONNX opsets 9 (Tanh: 1, 6, 13), 22 (bfloat16).
// Traps: Acosh is NaN below 1 and Atanh outside [-1, 1]; a shipped Sinh and Cosh form exp(|x|)
// before they halve it and so reach
//        infinity early; a shipped Tanh loses accuracy among the smallest normal numbers.
#include "ops/math/unary.h"

namespace assay::ops {
namespace {

// Measured at 104 units in the last place for |x| near the smallest normal number, which is this
// many subnormal steps.
constexpr double kTanhSubnormalSteps = 1024;
// A shipped float32 kernel forms (1 - e) / (1 + e) with e = exp(-2x), which is accurate absolutely
// only: measured at 1.7 u.
constexpr double kTanhAbsoluteUnits = 4;

Result<Outputs> EvaluateSinh(const EvalCall& call) {
  return EachReal(call, [](const Arith& a, const Real& x) {
    const Real y = a.Increasing([](double t) { return std::sinh(t); }, x, a.accuracy(Fn::kSinh));
    return MayOverflowFrom(a, 0.49 * FormatOf(a.type()).max, y);
  });
}
Result<Outputs> EvaluateCosh(const EvalCall& call) {
  return EachReal(call, [](const Arith& a, const Real& x) {
    const Real y = a.Valley([](double t) { return std::cosh(t); }, x, 0, a.accuracy(Fn::kCosh));
    return MayOverflowFrom(a, 0.49 * FormatOf(a.type()).max, y);
  });
}
Result<Outputs> EvaluateTanh(const EvalCall& call) {
  return EachReal(call, [](const Arith& a, const Real& x) {
    Accuracy allowed = a.accuracy(Fn::kTanh);
    // The 16-bit types are computed in float32, whose steps count.
    const double step =
        std::min(FormatOf(a.type()).min_subnormal, FormatOf(DType::kFloat32).min_subnormal);
    if (Lenient(a)) allowed.abs += kTanhSubnormalSteps * step / a.unit();
    if (Lenient(a) && a.type() != DType::kFloat64) allowed.abs += kTanhAbsoluteUnits;
    return a.Increasing([](double t) { return std::tanh(t); }, x, allowed);
  });
}
Result<Outputs> EvaluateAsinh(const EvalCall& call) {
  return EachReal(call, [](const Arith& a, const Real& x) {
    return a.Increasing([](double t) { return std::asinh(t); }, x, a.accuracy(Fn::kAsinh));
  });
}
Result<Outputs> EvaluateAcosh(const EvalCall& call) {
  return EachReal(call, [](const Arith& a, const Real& x) {
    return a.Increasing([](double t) { return std::acosh(t); }, InDomain(x, 1, kInf),
                        a.accuracy(Fn::kAcosh));
  });
}
Result<Outputs> EvaluateAtanh(const EvalCall& call) {
  return EachReal(call, [](const Arith& a, const Real& x) {
    return a.Increasing([](double t) { return std::atanh(t); }, InDomain(x, -1, 1),
                        a.accuracy(Fn::kAtanh));
  });
}

}  // namespace

OpDef SinhDef() { return UnaryDef("Sinh", "hyperbolic sine", EvaluateSinh); }
OpDef CoshDef() { return UnaryDef("Cosh", "hyperbolic cosine", EvaluateCosh); }
OpDef TanhDef() { return UnaryDef("Tanh", "hyperbolic tangent", EvaluateTanh); }
OpDef AsinhDef() { return UnaryDef("Asinh", "inverse hyperbolic sine", EvaluateAsinh); }
OpDef AcoshDef() { return UnaryDef("Acosh", "inverse hyperbolic cosine", EvaluateAcosh); }
OpDef AtanhDef() { return UnaryDef("Atanh", "inverse hyperbolic tangent", EvaluateAtanh); }

}  // namespace assay::ops
