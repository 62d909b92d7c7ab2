// Elu, Celu, Selu: linear above 0, an exponential below.
//
//   Elu:  x < 0 ? alpha * (e^x - 1) : x
//   Celu: max(0, x) + min(0, alpha * (e^(x/alpha) - 1))
//   Selu: x > 0 ? gamma * x : gamma * (alpha * e^x - alpha)
//
// Spec:  ONNX Elu opsets 1, 6, 22; Celu 12, 28 (more float types); Selu 1, 6 (more digits in the
// defaults), 22. Traps: shipped libraries compute exp(x) - 1, not expm1(x): the error near 0 is
// absolute, in proportion to alpha;
//        negative alphas turn the branch round.
#include "ops/math/unary.h"

namespace assay::ops {
namespace {

constexpr Open kCeluNan = {"NaN gives NaN or 0", "ONNX Celu: max and min, no text on NaN"};
constexpr Open kZeroAlpha = {"Celu with alpha = 0 divides by zero",
                             "ONNX Celu: no text on alpha = 0"};

// Bounds of a monotone f, which way it goes unknown, on the part of x below 0; the part above stays
// with the caller.
template <typename F>
Real Below(const Real& x, F f) {
  const double a = f(x.lo), b = f(std::min(x.hi, 0.0));
  return {f(std::min(x.v, 0.0)), std::min(a, b), std::max(a, b), x.nan};
}

Real Above(const Real& x) { return {std::max(x.v, 0.0), std::max(x.lo, 0.0), x.hi, x.nan}; }

// Joins the branches below and above 0. `below` is a function of Arith that has been widened by its
// accuracy.
template <typename F, typename G>
Real JoinAtZero(const Arith& arith, const Real& x, F below, G above) {
  if (x.nan == Nan::kMust) return x;
  if (arith.adversarial()) return x.v < 0 ? below() : above(x);
  if (x.lo >= 0) return above(x);
  const Real negative = below();
  if (x.hi < 0) return negative;
  const Real positive = above(Above(x));
  return x.v < 0 ? Hull(negative, positive) : Hull(positive, negative);
}

bool IsUnit(double x) { return x == 1 || x == -1; }

Real Elu(const Arith& arith, const Real& x, double alpha) {
  Accuracy allowed = arith.accuracy(Fn::kElu);
  allowed.abs *= std::fabs(alpha);
  if (!IsUnit(alpha)) allowed.ulp += 1.5;  // the product, and alpha rounded to the type
  const auto f = [&](double t) { return alpha == 0 ? 0 : alpha * std::expm1(t); };
  const auto below = [&] {
    return InNarrowSteps(arith, arith.Function(Below(x, f), 0, allowed), 3, 2 * std::fabs(alpha));
  };
  return JoinAtZero(arith, x, below, [](const Real& e) { return e; });
}

Real Celu(const Arith& arith, const Real& x, double alpha) {
  if (x.nan == Nan::kMust) return OrNan(arith, Real::Point(0));
  if (alpha == 0) return arith.adversarial() ? x : Real::Anything(std::max(x.v, 0.0));
  Accuracy allowed = arith.accuracy(Fn::kCelu);
  allowed.abs *= std::fabs(alpha);
  // The rounding of x/alpha counts at most once where the exponent is negative, and |x/alpha| times
  // where it grows.
  if (!IsUnit(alpha)) allowed.ulp += 3.5;
  if (alpha < 0) allowed.ulp += 2.5 * std::min(std::fabs(x.lo / alpha), 1e4);
  const auto f = [&](double t) { return alpha * std::expm1(t / alpha); };
  const auto below = [&] {
    const Real whole = arith.Function(Below(x, f), 0, allowed);
    const Real y = InNarrowSteps(arith, whole, 2 * allowed.ulp, 2 * std::fabs(alpha));
    return alpha < 0
               ? MayOverflowFrom(arith, 0.7 * FormatOf(arith.type()).max * std::min(1.0, -alpha), y)
               : y;
  };
  const Real y = JoinAtZero(arith, x, below, [](const Real& e) { return e; });
  return x.nan == Nan::kMay ? Hull(y, Real::Point(0)) : y;
}

Real Selu(const Arith& arith, const Real& x, double alpha, double gamma) {
  Accuracy allowed = arith.accuracy(Fn::kSelu);
  constexpr double kDefaultScale = 1.758;  // alpha * gamma of the measured kernels
  allowed.abs *= std::fabs(alpha * gamma) / kDefaultScale;
  const auto f = [&](double t) { return alpha * gamma == 0 ? 0 : gamma * (alpha * std::expm1(t)); };
  const auto below = [&] {
    const Real whole = arith.Function(Below(x, f), 0, allowed);
    return InNarrowSteps(arith, whole, 5, 2 * std::fabs(alpha * gamma));
  };
  return JoinAtZero(arith, x, below,
                    [&](const Real& e) { return arith.Mul(arith.Constant(gamma), e); });
}

Status CheckFinite(double alpha, double gamma = 1) {
  if (std::isfinite(alpha) && std::isfinite(gamma)) return {};
  return Unsupported(StrCat("alpha ", alpha, " or gamma ", gamma, " is not finite"));
}

Result<Outputs> EvaluateElu(const EvalCall& call) {
  const double alpha = call.AttrFloat("alpha", 1);
  ASSAY_RETURN_IF_ERROR(CheckFinite(alpha));
  return EachReal(call, [=](const Arith& a, const Real& x) { return Elu(a, x, alpha); });
}
Result<Outputs> EvaluateCelu(const EvalCall& call) {
  const double alpha = call.AttrFloat("alpha", 1);
  ASSAY_RETURN_IF_ERROR(CheckFinite(alpha));
  return EachReal(call, [=](const Arith& a, const Real& x) { return Celu(a, x, alpha); });
}
Result<Outputs> EvaluateSelu(const EvalCall& call) {
  const bool old = call.opset() < 6;
  const double alpha =
      call.AttrFloat("alpha", old ? double{1.6732F} : double{1.67326319217681884765625F});
  const double gamma =
      call.AttrFloat("gamma", old ? double{1.0507F} : double{1.05070102214813232421875F});
  ASSAY_RETURN_IF_ERROR(CheckFinite(alpha, gamma));
  return EachReal(call, [=](const Arith& a, const Real& x) { return Selu(a, x, alpha, gamma); });
}

std::optional<Proposal> ProposeAlpha(const ProposeCall& call) {
  Proposal out;
  if (call.rng.Chance(0.6)) out.attrs.Set("alpha", static_cast<float>(call.rng.Real(0.25, 3)));
  return out;
}

std::optional<Proposal> ProposeSelu(const ProposeCall& call) {
  auto out = ProposeAlpha(call);
  if (call.rng.Chance(0.3)) out->attrs.Set("gamma", static_cast<float>(call.rng.Real(0.25, 2)));
  return out;
}

}  // namespace

OpDef EluDef() {
  return {.name = "Elu",
          .meaning = "exponential linear unit",
          .rounding = Rounding::kFunction,
          .data_inputs = {1, 1},
          .infer = InferSame,
          .evaluate = EvaluateElu,
          .propose = ProposeAlpha};
}
OpDef CeluDef() {
  return {.name = "Celu",
          .meaning = "continuously differentiable exponential linear unit",
          .rounding = Rounding::kFunction,
          .data_inputs = {1, 1},
          .infer = InferSame,
          .evaluate = EvaluateCelu,
          .propose = ProposeAlpha,
          .open = {kZeroAlpha, kCeluNan}};
}
OpDef SeluDef() {
  return {.name = "Selu",
          .meaning = "scaled exponential linear unit",
          .rounding = Rounding::kFunction,
          .data_inputs = {1, 1},
          .infer = InferSame,
          .evaluate = EvaluateSelu,
          .propose = ProposeSelu};
}

}  // namespace assay::ops
