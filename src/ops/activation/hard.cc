// HardSigmoid, HardSwish: piecewise linear and quadratic stand-ins for Sigmoid and Swish.
//
//   HardSigmoid: max(0, min(1, alpha * x + beta))        HardSwish: x * max(0, min(1, x / 6 + 0.5))
//
// Spec:  ONNX HardSigmoid opsets 1, 6, 22 (bfloat16); HardSwish 14, 22.
// Traps: a rounded 1/6 makes HardSwish inexact near -3 and 3; x * relu6(x + 3) / 6 overflows from
// MAX/6; -inf meets 0 * inf.
#include "ops/math/unary.h"

namespace assay::ops {
namespace {

constexpr Open kHardNan = {"NaN gives NaN or one of the limits",
                           "ONNX HardSigmoid: no text on NaN"};

// The line may be computed in another order, such as (x + beta / alpha) * alpha: three roundings of
// numbers of this size.
Real HardSigmoid(const Arith& arith, const Real& x, double alpha, double beta) {
  Real line = arith.Add(arith.Mul(arith.Constant(alpha), x), arith.Constant(beta));
  const double size = std::fabs(alpha) * Magnitude(x) + std::fabs(beta);
  if (std::isfinite(size)) line = arith.Inexact(line, 3 * arith.unit() * size);
  return arith.Max(Real::Point(0), arith.Min(Real::Point(1), line));
}

// The standard's function body is x times a HardSigmoid, whose alpha is 1/6 in float32 whatever the
// type: that shows in float64. In 16 bits the HardSigmoid is rounded on the way; x / 6, the sum and
// its rounding put it off by at most 2 u. `reach` is the largest |x| below the limits.
double FunctionBodyError(const Arith& arith, double reach) {
  if (arith.rules().tier != Tier::kLenient) return 0;
  if (arith.type() == DType::kFloat64) return reach * reach * (double{1.0F / 6} - 1.0 / 6);
  const bool half = arith.type() == DType::kFloat16 || arith.type() == DType::kBfloat16;
  return half ? 2 * arith.unit() * reach : 0;
}

double HardSwishAt(double x) {
  if (x <= -3) return 0;
  return x >= 3 ? x : x * (x + 3) / 6;
}

Real HardSwish(const Arith& arith, const Real& x) {
  if (x.nan == Nan::kMust) return x;
  constexpr double kLowest = -1.5;
  constexpr double kSurelyZero = -3.0625;  // beyond the reach of a rounded 1/6, in bfloat16 as well
  const Real exact = Dipping(x, kLowest, HardSwishAt);
  Real y = Real::Point(0);
  if (x.hi >= kSurelyZero) {
    y = arith.Function(exact, 0, arith.accuracy(Fn::kHardSwish));
    const double reach = std::min(std::max(std::fabs(x.lo), std::fabs(x.hi)), -kSurelyZero);
    const double error = FunctionBodyError(arith, reach);
    if (error > 0) y = arith.Inexact(y, error);
    // x/6 + 0.5 is off by up to 2u, also where it is small.
    y = InNarrowSteps(arith, y, 3, 2 * std::min(Magnitude(x), -kSurelyZero));
  }
  y.nan = x.nan;
  y = MayOverflowFrom(arith, FormatOf(arith.type()).max / 6.1, y);
  return x.lo == -kInf ? OrNan(arith, y) : y;
}

Result<Outputs> EvaluateHardSigmoid(const EvalCall& call) {
  const double alpha = call.AttrFloat("alpha", double{0.2F}), beta = call.AttrFloat("beta", 0.5);
  if (!std::isfinite(alpha) || !std::isfinite(beta))
    return Unsupported(StrCat("alpha ", alpha, " or beta ", beta, " is not finite"));
  return EachReal(call,
                  [=](const Arith& a, const Real& x) { return HardSigmoid(a, x, alpha, beta); });
}

Result<Outputs> EvaluateHardSwish(const EvalCall& call) { return EachReal(call, HardSwish); }

std::optional<Proposal> ProposeHardSigmoid(const ProposeCall& call) {
  Proposal out;
  if (call.rng.Chance(0.6)) out.attrs.Set("alpha", static_cast<float>(call.rng.Real(-0.5, 1)));
  if (call.rng.Chance(0.6)) out.attrs.Set("beta", static_cast<float>(call.rng.Real(0, 1)));
  return out;
}

}  // namespace

OpDef HardSigmoidDef() {
  return {.name = "HardSigmoid",
          .meaning = "a line, clipped to 0 and 1",
          .rounding = Rounding::kComposite,
          .data_inputs = {1, 1},
          .infer = InferSame,
          .evaluate = EvaluateHardSigmoid,
          .propose = ProposeHardSigmoid,
          .open = {kHardNan}};
}
OpDef HardSwishDef() { return UnaryDef("HardSwish", "x times a clipped line", EvaluateHardSwish); }

}  // namespace assay::ops
