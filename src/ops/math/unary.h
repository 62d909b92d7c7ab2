// What elementwise operators of one floating-point operand share.
#pragma once

#include "ops/elementwise.h"
#include "ops/propose.h"

namespace assay::ops {

// f(Arith, Real) -> Real on each element of input 0.
template <typename F>
Result<Outputs> EachReal(const EvalCall& call, F f) {
  const Bounded& x = call.tensor(0);
  const Arith arith = call.arith(x.dtype());
  return One(MapReal(x, x.dtype(), [&](const Real& e) { return f(arith, e); }));
}

// The part of `x` inside a function's domain [lo, hi]; outside it the function gives NaN. A point
// is left alone, since the function itself then tells.
inline Real InDomain(const Real& x, double lo, double hi) {
  if (x.nan == Nan::kMust || x.point() || (x.lo >= lo && x.hi <= hi)) return x;
  if (x.hi < lo || x.lo > hi) return Real::MustNan();
  return {std::clamp(x.v, lo, hi), std::max(x.lo, lo), std::min(x.hi, hi), Nan::kMay};
}

// f of `x` for a rising f: exact, not yet rounded. Also for f with parameters, which
// Arith::Increasing cannot take.
template <typename F>
Real Rising(const Real& x, F f) {
  if (x.nan == Nan::kMust) return x;
  return {f(x.v), f(x.lo), f(x.hi), x.nan};
}

// The same for f that falls until `at` and rises from there.
template <typename F>
Real Dipping(const Real& x, double at, F f) {
  if (x.nan == Nan::kMust) return x;
  const double a = f(x.lo), b = f(x.hi);
  const bool inside = x.lo < at && at < x.hi;
  return {f(x.v), inside ? f(at) : std::min(a, b), std::max(a, b), x.nan};
}

inline double Magnitude(const Real& x) {
  return x.nan == Nan::kMust ? 0 : std::max(std::fabs(x.lo), std::fabs(x.hi));
}
// In float64, without overflow on the way.
inline double ExactSigmoid(double x) {
  return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x));
}
inline double ExactSoftplus(double x) {
  return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
}
inline bool Lenient(const Arith& arith) { return arith.rules().tier == Tier::kLenient; }
inline bool IsNarrow(const Arith& arith) { return FormatOf(arith.type()).precision < 24; }

// Results beyond `limit` may have overflowed on the way in some shipped library. In adversary mode
// picks one.
inline Real MayOverflowFrom(const Arith& arith, double limit, Real y) {
  if (!Lenient(arith) || y.nan == Nan::kMust) return y;
  if (arith.adversarial()) {
    const bool overflows = std::fabs(y.v) > limit && arith.adversary().Chance(0.3);
    return overflows ? Real::Point(std::copysign(kInf, y.v)) : y;
  }
  if (y.hi > limit) y.hi = kInf;
  if (y.lo < -limit) y.lo = -kInf;
  return y;
}

// `y` off by `relative` * u * |y| + `absolute` * u. An end that is infinite stays, the other one
// moves.
inline Real WithError(const Arith& arith, const Real& y, double relative, double absolute) {
  const double error = arith.unit() * (relative * Magnitude(y) + absolute);
  if (std::isfinite(error)) return arith.Inexact(y, error);
  Real out = y;
  const auto off = [&](double end) {
    return arith.unit() * (relative * std::fabs(end) + absolute);
  };
  if (std::isfinite(y.lo)) out.lo -= off(y.lo);
  if (std::isfinite(y.hi)) out.hi += off(y.hi);
  return out;
}

// A 16-bit type may be computed in that type and rounded after every step of the defining formula,
// where Arith::Function assumes float32 inside. Adds `relative` * u * |y| + `absolute` * u for the
// steps before the last, in the lenient tier.
inline Real InNarrowSteps(const Arith& arith, const Real& y, double relative, double absolute) {
  if (!IsNarrow(arith) || !Lenient(arith) || y.nan == Nan::kMust) return y;
  return WithError(arith, y, relative, absolute);
}

// Either `y` or NaN, where 0 * infinity stands in the defining formula but the limit exists.
inline Real OrNan(const Arith& arith, const Real& y) {
  if (arith.adversarial()) return arith.adversary().Chance(0.5) ? Real::MustNan() : y;
  return Hull(y, Real::MustNan());
}

inline OpDef UnaryDef(std::string_view name, std::string_view meaning,
                      Result<Outputs> (*evaluate)(const EvalCall&)) {
  return {.name = name,
          .meaning = meaning,
          .rounding = Rounding::kFunction,
          .data_inputs = {1, 1},
          .infer = InferSame,
          .evaluate = evaluate,
          .propose = ProposePlain};
}

}  // namespace assay::ops
