// Gelu: Gaussian error linear unit.
//
//   approximate = none:  0.5 * x * (1 + erf(x / sqrt(2)))
//   approximate = tanh:  0.5 * x * (1 + tanh(sqrt(2/pi) * (x + 0.044715 * x^3)))
//
// Spec:  ONNX opset 20.
// Traps: falls until about -0.75, then rises; 1 + erf cancels for negative x, so libraries are
// accurate absolutely only (in
//        proportion to |x|); x * (1 + erf) overflows from MAX/2 before it is halved; -inf meets 0 *
//        inf.
#include "ops/math/unary.h"

namespace assay::ops {
namespace {

constexpr double kSqrtHalf = 0.70710678118654752440;
constexpr double kSqrtTwoOverPi = 0.79788456080286535588;
constexpr double kLowestExact = -0.7517915246935646,
                 kLowestTanh = -0.7524614220710163;  // where the derivative is 0
// Below this, 1 + erf and 1 + tanh are 0 in every type, and the error no longer grows with |x|.
constexpr double kAllCancelled = 20;

double GeluExact(double x) { return x == -kInf ? 0 : 0.5 * x * std::erfc(-x * kSqrtHalf); }

// 0.5 (1 + tanh z) = 1 / (1 + exp(-2z)), which does not cancel.
double GeluTanh(double x) {
  const double z = kSqrtTwoOverPi * (x + 0.044715 * x * x * x);
  return x == -kInf ? 0 : x / (1 + std::exp(-2 * z));
}

// The standard's function body has 2/pi and 0.044715 as float32 constants whatever the type. In
// float64 that moves z by up to 2^-24 |z|, and t s'(t) of the sigmoid s is at most 0.224.
double ConstantError(const Arith& arith, double magnitude) {
  const bool counts = arith.type() == DType::kFloat64 && arith.rules().tier == Tier::kLenient;
  return counts ? 0.23 * 0x1p-24 * magnitude : 0;
}

Real GeluOf(const Arith& arith, const Real& x, bool tanh) {
  if (x.nan == Nan::kMust) return x;
  Accuracy allowed = arith.accuracy(Fn::kGelu);
  // Our own float64 evaluation loses about x*x ulp in the tail.
  if (arith.type() == DType::kFloat64 && x.lo < 0) allowed.ulp += std::min(x.lo * x.lo, 1500.0);
  const double magnitude = std::min(Magnitude(x), kAllCancelled);
  const Real exact = tanh ? Dipping(x, kLowestTanh, GeluTanh) : Dipping(x, kLowestExact, GeluExact);
  Real y = arith.Function(exact, magnitude, allowed);
  const double constants = tanh ? ConstantError(arith, magnitude) : 0;
  if (constants > 0) y = arith.Inexact(y, constants);
  // 1 + erf or 1 + tanh is off by up to 6u, and is multiplied by x/2.
  y = InNarrowSteps(arith, y, 2, 3 * magnitude);
  y = MayOverflowFrom(arith, 0.49 * FormatOf(arith.type()).max, y);
  return x.lo == -kInf ? OrNan(arith, y) : y;
}

Result<Types> InferGelu(const InferCall& call) {
  const std::string form = call.AttrString("approximate", "none");
  if (form != "none" && form != "tanh")
    return Invalid(StrCat("approximate is '", form, "', must be none or tanh"));
  return InferSame(call);
}

Result<Outputs> EvaluateGelu(const EvalCall& call) {
  const bool tanh = call.AttrString("approximate", "none") == "tanh";
  return EachReal(call, [=](const Arith& a, const Real& x) { return GeluOf(a, x, tanh); });
}

std::optional<Proposal> ProposeGelu(const ProposeCall& call) {
  Proposal out;
  if (call.rng.Chance(0.6))
    out.attrs.Set("approximate", std::string(call.rng.Chance(0.5) ? "tanh" : "none"));
  return out;
}

}  // namespace

OpDef GeluDef() {
  return {.name = "Gelu",
          .meaning = "Gaussian error linear unit",
          .rounding = Rounding::kFunction,
          .data_inputs = {1, 1},
          .infer = InferGelu,
          .evaluate = EvaluateGelu,
          .propose = ProposeGelu};
}

}  // namespace assay::ops
