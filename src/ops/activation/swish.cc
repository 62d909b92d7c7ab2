// Swish, SwiGLU: x times a sigmoid of it, and the gated unit built on that.
//
//   Swish:  x * sigmoid(alpha * x)          SwiGLU:  Swish(a) * b
//
// Spec:  ONNX Swish opset 24; SwiGLU opset 28 (both inputs of one shape, no broadcasting).
// Traps: Swish falls until alpha*x is about -1.28, then rises (the other way round for negative
// alpha); shipped sigmoids are
//        accurate absolutely only, which Swish inherits in proportion to |x|; -inf meets 0 * inf.
#include "ops/math/unary.h"

namespace assay::ops {
namespace {

constexpr double kSwishLowest = -1.2784645427610741;  // where t * sigmoid(t) has its minimum
// Where the sigmoid is 0 in every library, the error no longer grows with |x|.
constexpr double kSigmoidIsZero = 110;

double SwishOf(double x, double alpha) {
  const double t = alpha * x;
  if (std::isinf(x) && t < 0) return 0;
  return x / (1 + std::exp(-t));
}

Accuracy SwishAccuracy(const Arith& arith, const Real& x, double alpha) {
  Accuracy allowed = arith.accuracy(Fn::kSwish);
  // The rounding of alpha * x grows with it where the sigmoid is an exponential.
  const double most_negative = std::min({alpha * x.lo, alpha * x.hi, 0.0});
  if (alpha != 1) allowed.ulp += std::min(-most_negative, kSigmoidIsZero);
  return allowed;
}

Real Swish(const Arith& arith, const Real& x, double alpha) {
  if (x.nan == Nan::kMust) return x;
  if (alpha == 0) return arith.Mul(x, Real::Point(0.5));
  const auto f = [=](double t) { return SwishOf(t, alpha); };
  // For negative alpha, f(x) = -g(-x) with g of the positive one: a hill instead of a valley.
  const Real exact =
      alpha > 0 ? Dipping(x, kSwishLowest / alpha, f)
                : Arith::Neg(Dipping(x, kSwishLowest / alpha, [&](double t) { return -f(t); }));
  const double magnitude =
      std::min(Magnitude(x), std::max(kSigmoidIsZero / std::fabs(alpha), alpha > 0 ? x.hi : -x.lo));
  const Accuracy allowed = SwishAccuracy(arith, x, alpha);
  const double steps = alpha == 1 ? 4 : 6 + 2 * allowed.ulp;  // alpha, and its product with x
  const Real y =
      InNarrowSteps(arith, arith.Function(exact, magnitude, allowed), steps, 0.1 * magnitude);
  const bool zero_times_infinity = alpha > 0 ? x.lo == -kInf : x.hi == kInf;
  return zero_times_infinity ? OrNan(arith, y) : y;
}

Status CheckFiniteAlpha(double alpha) {
  if (std::isfinite(alpha)) return {};
  return Unsupported(StrCat("alpha ", alpha, " is not finite"));
}

Result<Outputs> EvaluateSwish(const EvalCall& call) {
  const double alpha = call.AttrFloat("alpha", 1);
  ASSAY_RETURN_IF_ERROR(CheckFiniteAlpha(alpha));
  return EachReal(call, [=](const Arith& a, const Real& x) { return Swish(a, x, alpha); });
}

Result<Types> InferSwiGlu(const InferCall& call) {
  const auto both = Unify(call.input(0), call.input(1));
  if (!both.has_value())
    return Invalid(StrCat("inputs ", TypeText(call.input(0)), " and ", TypeText(call.input(1)),
                          " must have one type and shape"));
  return OneType(*both);
}

Result<Outputs> EvaluateSwiGlu(const EvalCall& call) {
  const double alpha = call.AttrFloat("alpha", 1);
  ASSAY_RETURN_IF_ERROR(CheckFiniteAlpha(alpha));
  const Bounded &a = call.tensor(0), &b = call.tensor(1);
  const Arith arith = call.arith(a.dtype());
  return One(ZipReal(a, b, a.dtype(), [&](const Real& x, const Real& y) {
    return arith.Mul(Swish(arith, x, alpha), y);
  }));
}

std::optional<Proposal> ProposeSwish(const ProposeCall& call) {
  if (call.inputs.size() == 2 && call.input(0) != call.input(1)) return std::nullopt;
  Proposal out;
  if (call.rng.Chance(0.6)) out.attrs.Set("alpha", static_cast<float>(call.rng.Real(-1, 2)));
  return out;
}

}  // namespace

OpDef SwishDef() {
  return {.name = "Swish",
          .meaning = "x * sigmoid(alpha * x)",
          .rounding = Rounding::kFunction,
          .data_inputs = {1, 1},
          .infer = InferSame,
          .evaluate = EvaluateSwish,
          .propose = ProposeSwish};
}
OpDef SwiGLUDef() {
  return {.name = "SwiGLU",
          .meaning = "Swish of the gate times the value",
          .rounding = Rounding::kComposite,
          .data_inputs = {2, 2},
          .infer = InferSwiGlu,
          .evaluate = EvaluateSwiGlu,
          .propose = ProposeSwish};
}

}  // namespace assay::ops
