// Mish: x * tanh(softplus(x)).
//
//   out = x * tanh(ln(1 + e^x))
//
// Spec:  ONNX opsets 18, 22 (bfloat16).
// Traps: falls until about -1.19, then rises; 1 + e^x rounds to 1 for negative x, so libraries are
// accurate absolutely only (in
//        proportion to |x|); -inf meets 0 * inf.
#include "ops/math/unary.h"

namespace assay::ops {
namespace {

constexpr double kMishLowest = -1.1924312145154954;  // where the derivative is 0
// Below this, 1 + e^x is 1 in every type: the result is 0 or right, and the error no longer grows
// with |x|.
constexpr double kMishAllCancelled = 40;

// tanh(ln(1 + e)) = (e*e + 2e) / (e*e + 2e + 2), and the same divided by e*e for positive x.
double Mish(double x) {
  if (x == -kInf) return 0;
  if (x > 0) {
    const double d = std::exp(-x);
    return x * ((1 + 2 * d) / (1 + 2 * d + 2 * d * d));
  }
  const double e = std::exp(x), n = e * e + 2 * e;
  return x * (n / (n + 2));
}

Real MishOf(const Arith& arith, const Real& x) {
  if (x.nan == Nan::kMust) return x;
  const double magnitude = std::min(Magnitude(x), std::max(kMishAllCancelled, x.hi));
  const Real whole =
      arith.Function(Dipping(x, kMishLowest, Mish), magnitude, arith.accuracy(Fn::kMish));
  // Softplus is off by up to 3u, which tanh passes on and x multiplies.
  const Real y = InNarrowSteps(arith, whole, 3, 3 * magnitude);
  return x.lo == -kInf ? OrNan(arith, y) : y;
}

Result<Outputs> EvaluateMish(const EvalCall& call) { return EachReal(call, MishOf); }

}  // namespace

OpDef MishDef() { return UnaryDef("Mish", "x * tanh(softplus(x))", EvaluateMish); }

}  // namespace assay::ops
