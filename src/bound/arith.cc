#include "bound/arith.h"

#include <array>
#include <vector>

#include "base/check.h"

namespace assay {
namespace {

struct FunctionAccuracy {
  double strict_ulp, strict_abs, lenient_ulp, lenient_abs, lenient_abs_x;
};

constexpr FunctionAccuracy kFunctions[] = {
#define FUNCTION(name, strict_ulp, strict_abs, lenient_ulp, lenient_abs, lenient_abs_x) \
  {strict_ulp, strict_abs, lenient_ulp, lenient_abs, lenient_abs_x},
#include "bound/functions.def"
#undef FUNCTION
};

// float64 results are computed here in float64 as well: allow for the error of our own library.
constexpr double kOwnFloat64Ulp = 2;
// Measured in float64: Tanh 7.3 ulp, Sin and Cos absolute near multiples of pi/2.
constexpr double kTanhFloat64Ulp = 8;
constexpr double kTrigFloat64Abs = 12;

bool Narrow(DType type) { return FormatOf(type).precision < 24; }

// How a double is rounded when float32 may hold the intermediate: used for the 16-bit and narrower
// types.
double ViaFloat32(DType type, double x) { return RoundTo(type, RoundToFloat32(x)); }

// The largest number of the type that is not above x; infinities stay.
double NextBelow(DType type, double x) {
  if (!std::isfinite(x)) return x;
  const double nearest = RoundTo(type, x);
  if (nearest <= x) return nearest;
  const FloatFormat& f = FormatOf(type);
  if (nearest == 0) return -f.min_subnormal;
  int exponent;
  const double fraction = std::frexp(nearest, &exponent);
  const double step = std::ldexp(
      f.unit, fraction == 0.5 ? exponent - 1 : exponent);  // below a power of two they lie denser
  return nearest - std::max(step, f.min_subnormal);
}

bool IsPowerOfTwo(double x) {
  int exponent;
  return std::isfinite(x) && x != 0 && std::fabs(std::frexp(x, &exponent)) == 0.5;
}

bool ContainsZero(const Real& a) { return a.lo <= 0 && a.hi >= 0; }
bool ContainsInfinity(const Real& a) { return a.lo == -kInf || a.hi == kInf; }

}  // namespace

Arith::Arith(DType type, const Rules& rules, Rng* adversary)
    : type_(type), rules_(rules), adversary_(adversary) {
  ASSAY_CHECK(IsFloat(type)) << DTypeName(type);
  const FloatFormat& f = FormatOf(type);
  unit_ = f.unit;
  max_ = f.max;
  tiny_ = f.min_normal;
  subnormal_ = f.min_subnormal;
  precision_ = f.precision;
  flush_ =
      type == DType::kFloat16 ? rules.flush_float16 : rules.flush_to_zero && f.min_normal < 1e-30;
}

Accuracy Arith::accuracy(Fn fn) const {
  const FunctionAccuracy& a = kFunctions[static_cast<size_t>(fn)];
  Accuracy out = rules_.tier == Tier::kStrict
                     ? Accuracy{a.strict_ulp, a.strict_abs, 0}
                     : Accuracy{a.lenient_ulp, a.lenient_abs, a.lenient_abs_x};
  if (type_ == DType::kFloat64) {
    if (fn == Fn::kTanh) out.ulp = kTanhFloat64Ulp;
    if (fn == Fn::kSin || fn == Fn::kCos) out.abs = kTrigFloat64Abs;
    out.ulp += kOwnFloat64Ulp;
  }
  return out;
}

// ---- bound mode: taking ends into the type ----

Real Arith::Finish(double v, double lo, double hi, Nan nan) const {
  // Soft overflow: beyond the largest value an implementation may or may not have reached infinity.
  if (hi > max_) hi = kInf;
  if (lo < -max_) lo = -kInf;
  if (flush_) {
    if (lo > 0 && lo < tiny_) lo = 0;
    if (hi < 0 && hi > -tiny_) hi = 0;
  }
  if (std::isnan(v)) v = std::isfinite(lo) ? lo : std::isfinite(hi) ? hi : 0;
  return {std::clamp(v, lo, hi), lo, hi, nan};
}

Real Arith::RoundEnds(double v, double lo, double hi, Nan nan) const {
  if (type_ == DType::kFloat32) {
    lo = std::min(lo, RoundToFloat32(lo));
    hi = std::max(hi, RoundToFloat32(hi));
  } else if (type_ != DType::kFloat64) {
    lo = std::min({lo, RoundToFloat32(lo), RoundTo(type_, lo), ViaFloat32(type_, lo)});
    hi = std::max({hi, RoundToFloat32(hi), RoundTo(type_, hi), ViaFloat32(type_, hi)});
  }
  return Finish(v, lo, hi, nan);
}

Real Arith::Round(const Real& exact) const {
  if (adversary_ != nullptr) return Execute(exact.v);
  if (exact.nan == Nan::kMust) return exact;
  return RoundEnds(exact.v, exact.lo, exact.hi, exact.nan);
}

Real Arith::Constant(double float32_value) const {
  if (adversary_ != nullptr)
    return Real::Point(!rules_.plain && adversary_->Chance(0.5) ? float32_value
                                                                : RoundTo(type_, float32_value));
  return RoundEnds(float32_value, float32_value, float32_value, Nan::kNever);
}

// ---- adversary mode: one admissible number ----

double Arith::ExecuteFlush(double x) const {
  if (flush_ && !rules_.plain && std::fabs(x) < tiny_ && adversary_->Chance(0.5)) return 0;
  return x;
}

double Arith::ExecuteRounded(double x) const {
  if (type_ == DType::kFloat64) {
    // The reference itself computes in float64, so its own rounding would hide the subject's: draw
    // one of typical size.
    const bool short_number = x == RoundToFloat32(x);
    return rules_.plain && !short_number ? x * (1 + unit_ * (2 * adversary_->Unit() - 1)) : x;
  }
  if (rules_.plain) return RoundTo(type_, x);
  const int choice = static_cast<int>(adversary_->Int(0, 9));
  if (choice == 0 && std::fabs(x) <= max_) return x;  // kept wide by a fused operation
  if (Narrow(type_)) {
    if (choice <= 3) return RoundToFloat32(x);
    if (choice <= 5) return ViaFloat32(type_, x);
  }
  return RoundTo(type_, x);
}

Real Arith::Execute(double exact) const { return Real::Point(ExecuteFlush(ExecuteRounded(exact))); }

// ---- correctly rounded operations ----

Real Arith::Add(const Real& a, const Real& b) const {
  if (adversary_ != nullptr) return Execute(a.v + b.v);
  Nan nan = PropagateNan(a.nan, b.nan);
  if (nan == Nan::kMust) return Real::MustNan();
  if ((a.hi == kInf && b.lo == -kInf) || (a.lo == -kInf && b.hi == kInf)) {
    if (a.point() && b.point()) return Real::MustNan();
    nan = Nan::kMay;
  }
  return RoundEnds(a.v + b.v, AddDown(a.lo, b.lo), AddUp(a.hi, b.hi), nan);
}

Real Arith::Sub(const Real& a, const Real& b) const { return Add(a, Neg(b)); }

Real Arith::Mul(const Real& a, const Real& b) const {
  if (adversary_ != nullptr) return Execute(a.v * b.v);
  Nan nan = PropagateNan(a.nan, b.nan);
  if (nan == Nan::kMust) return Real::MustNan();
  if ((ContainsZero(a) && ContainsInfinity(b)) || (ContainsZero(b) && ContainsInfinity(a))) {
    if (a.point() && b.point()) return Real::MustNan();
    nan = Nan::kMay;
  }
  if (a.point() && b.point()) return RoundEnds(a.v * b.v, MulDown(a.v, b.v), MulUp(a.v, b.v), nan);
  const double lo = std::min(
      {MulDown(a.lo, b.lo), MulDown(a.lo, b.hi), MulDown(a.hi, b.lo), MulDown(a.hi, b.hi)});
  const double hi =
      std::max({MulUp(a.lo, b.lo), MulUp(a.lo, b.hi), MulUp(a.hi, b.lo), MulUp(a.hi, b.hi)});
  return RoundEnds(a.v * b.v, lo, hi, nan);
}

Real Arith::Square(const Real& a) const {
  if (adversary_ != nullptr) return Execute(a.v * a.v);
  if (a.nan == Nan::kMust) return a;
  const double small = ContainsZero(a) ? 0 : std::min(std::fabs(a.lo), std::fabs(a.hi));
  const double large = std::max(std::fabs(a.lo), std::fabs(a.hi));
  return RoundEnds(a.v * a.v, MulDown(small, small), MulUp(large, large), a.nan);
}

Real Arith::Div(const Real& a, const Real& b) const {
  if (adversary_ != nullptr) {
    const double reciprocal = RoundTo(type_, 1 / b.v);
    const bool usable =
        std::isfinite(reciprocal) && std::fabs(reciprocal) >= tiny_ && std::isfinite(b.v);
    if (usable && !rules_.plain && adversary_->Chance(0.3)) return Execute(a.v * reciprocal);
    return Execute(a.v / b.v);
  }
  Nan nan = PropagateNan(a.nan, b.nan);
  if (nan == Nan::kMust) return Real::MustNan();
  if (ContainsZero(b)) {
    if (b.point() && a.point()) {  // the sign of zero is not tracked
      if (a.v == 0) return Real::MustNan();
      return {std::copysign(kInf, a.v), -kInf, kInf, Nan::kNever, /*ends=*/true};
    }
    const bool may =
        nan == Nan::kMay || ContainsZero(a) || (ContainsInfinity(a) && ContainsInfinity(b));
    return {std::isfinite(a.v / b.v) ? a.v / b.v : 0, -kInf, kInf, may ? Nan::kMay : Nan::kNever};
  }
  if (ContainsInfinity(a) && ContainsInfinity(b)) {
    if (a.point() && b.point()) return Real::MustNan();
    nan = Nan::kMay;
  }
  const double lo = std::min(
      {DivDown(a.lo, b.lo), DivDown(a.lo, b.hi), DivDown(a.hi, b.lo), DivDown(a.hi, b.hi)});
  const double hi =
      std::max({DivUp(a.lo, b.lo), DivUp(a.lo, b.hi), DivUp(a.hi, b.lo), DivUp(a.hi, b.hi)});
  const Real exact{a.v / b.v, lo, hi, nan};
  if (b.point() && IsPowerOfTwo(b.v)) return Round(exact);
  const double widen = 2 * 1.25 * unit_;
  const auto margin = [&](double end) {
    return std::isfinite(end) ? widen * std::fabs(end) + 1.25 * subnormal_ : 0;
  };
  // A divisor whose reciprocal leaves the normal range cannot be replaced by it without harm: allow
  // what follows.
  const double small = std::min(std::fabs(b.lo), std::fabs(b.hi));
  const double large = std::max(std::fabs(b.lo), std::fabs(b.hi));
  if (small < 1 / max_ * 2 || (std::isfinite(large) && large > 1 / tiny_ && flush_))
    return RoundEnds(exact.v, std::min(lo - margin(lo), 0.0), std::max(hi + margin(hi), 0.0), nan);
  return RoundEnds(exact.v, lo - margin(lo), hi + margin(hi), nan);
}

Real Arith::Sqrt(const Real& a) const {
  if (a.point() && a.v == 0) return a;
  const Accuracy allowed = accuracy(Fn::kSqrt);
  if (adversary_ != nullptr) return Function(Real::Point(std::sqrt(a.v)), 0, allowed);
  if (a.nan == Nan::kMust || a.hi < 0) return Real::MustNan();
  const Nan nan = a.lo < 0 ? Nan::kMay : a.nan;
  const double low = std::max(a.lo, 0.0);
  return Function({std::sqrt(std::max(a.v, 0.0)), SqrtDown(low), SqrtUp(a.hi), nan}, 0, allowed);
}

// ---- exact operations ----

Real Arith::Neg(const Real& a) { return {-a.v, -a.hi, -a.lo, a.nan, a.ends}; }

Real Arith::Abs(const Real& a) {
  if (a.nan == Nan::kMust || a.lo >= 0) return a;
  if (a.hi <= 0) return Neg(a);
  if (a.ends) return Hull(Real::Point(std::fabs(a.v)), Real::Point(a.v == a.lo ? a.hi : -a.lo));
  return {std::fabs(a.v), 0, std::max(-a.lo, a.hi), a.nan};
}

Real Arith::Max(const Real& a, const Real& b) const {
  if (adversary_ != nullptr) {
    if (std::isnan(a.v) || std::isnan(b.v))
      return std::isnan(a.v) == adversary_->Chance(0.5) ? a : b;
    return a.v >= b.v ? a : b;
  }
  if (a.nan == Nan::kMust && b.nan == Nan::kMust) return a;
  if (a.nan == Nan::kMust) return {b.v, b.lo, b.hi, Nan::kMay};
  if (b.nan == Nan::kMust) return {a.v, a.lo, a.hi, Nan::kMay};
  Real out{std::max(a.v, b.v), std::max(a.lo, b.lo), std::max(a.hi, b.hi),
           PropagateNan(a.nan, b.nan)};
  if (a.nan == Nan::kMay) out.lo = std::min(out.lo, b.lo);
  if (b.nan == Nan::kMay) out.lo = std::min(out.lo, a.lo);
  return out;
}

Real Arith::Min(const Real& a, const Real& b) const { return Neg(Max(Neg(a), Neg(b))); }

// ---- functions ----

Real Arith::Function(const Real& exact, double x_magnitude, Accuracy allowed) const {
  // 16-bit and narrower types compute functions in float32 and round the result.
  const bool narrow = Narrow(type_);
  const double unit = narrow ? FormatOf(DType::kFloat32).unit : unit_;
  const double subnormal = narrow ? FormatOf(DType::kFloat32).min_subnormal : subnormal_;
  const double absolute =
      (allowed.abs + (allowed.abs_x > 0 ? allowed.abs_x * x_magnitude : 0)) * unit;
  if (adversary_ != nullptr) {
    if (!std::isfinite(exact.v) || rules_.plain) return Execute(exact.v);
    int exponent;
    std::frexp(exact.v, &exponent);
    // frexp(0) gives exponent 0: the neighbours of zero are subnormal.
    const double ulp =
        exact.v == 0 ? subnormal : std::max(std::ldexp(2 * unit, exponent - 1), subnormal);
    // The allowance includes the final rounding, and our own error in float64.
    const double k =
        std::max(0.0, allowed.ulp - (type_ == DType::kFloat64 ? kOwnFloat64Ulp : 0.0) - 0.5);
    const double noise = (2 * adversary_->Unit() - 1) * (k * ulp + absolute);
    return Execute(exact.v + noise);
  }
  if (exact.nan == Nan::kMust) return exact;
  const auto margin = [&](double end) {
    return std::isfinite(end)
               ? 2 * allowed.ulp * unit * std::fabs(end) + allowed.ulp * subnormal + absolute
               : 0;
  };
  double lo = exact.lo - margin(exact.lo);
  double hi = exact.hi + margin(exact.hi);
  if (std::isinf(exact.lo) && exact.lo > 0) lo = exact.lo;
  if (narrow && rules_.tier == Tier::kLenient) {
    // A kernel of the narrow type itself may round the result either way.
    lo = std::min(lo, NextBelow(type_, lo));
    hi = std::max(hi, -NextBelow(type_, -hi));
  }
  return RoundEnds(exact.v, lo, hi, exact.nan);
}

Real Arith::Inexact(const Real& exact, double absolute_error) const {
  if (adversary_ != nullptr) {
    if (!std::isfinite(exact.v) || rules_.plain) return Execute(exact.v);
    return Execute(exact.v + (2 * adversary_->Unit() - 1) * 0.9 * absolute_error);
  }
  if (exact.nan == Nan::kMust) return exact;
  if (!(absolute_error < kInf)) return Real::Anything(exact.v);
  return RoundEnds(exact.v, exact.lo - absolute_error, exact.hi + absolute_error, exact.nan);
}

namespace {

double Magnitude(const Real& x) {
  return x.nan == Nan::kMust ? 0 : std::max(std::fabs(x.lo), std::fabs(x.hi));
}

// f at both ends; an end outside f's domain (NaN) is reported through `nan`.
Real AtEnds(double (*f)(double), const Real& x, bool rising) {
  const double v = f(x.v);
  if (x.point()) return std::isnan(v) ? Real::MustNan() : Real{v, v, v, Nan::kNever};
  double lo = f(rising ? x.lo : x.hi);
  double hi = f(rising ? x.hi : x.lo);
  Nan nan = x.nan;
  if (std::isnan(lo) || std::isnan(hi)) {
    nan = Nan::kMay;
    if (std::isnan(lo)) lo = -kInf;
    if (std::isnan(hi)) hi = kInf;
  }
  return {v, lo, hi, nan};
}

}  // namespace

Real Arith::Increasing(double (*f)(double), const Real& x, Accuracy allowed) const {
  if (x.nan == Nan::kMust) return x;
  return Function(AtEnds(f, x, true), Magnitude(x), allowed);
}

Real Arith::Decreasing(double (*f)(double), const Real& x, Accuracy allowed) const {
  if (x.nan == Nan::kMust) return x;
  return Function(AtEnds(f, x, false), Magnitude(x), allowed);
}

Real Arith::Valley(double (*f)(double), const Real& x, double at, Accuracy allowed) const {
  if (x.nan == Nan::kMust) return x;
  if (x.lo >= at) return Increasing(f, x, allowed);
  if (x.hi <= at) return Decreasing(f, x, allowed);
  return Function({f(x.v), f(at), std::max(f(x.lo), f(x.hi)), x.nan}, Magnitude(x), allowed);
}

namespace {

constexpr double kPi = 3.14159265358979323846;

// Bounds of cos over [lo, hi]: the ends, and +-1 where a multiple of pi lies inside (or nearly
// inside).
Real CosOver(const Real& x) {
  if (std::isinf(x.lo) || std::isinf(x.hi)) {
    if (x.point()) return Real::MustNan();
    return {std::isfinite(x.v) ? std::cos(x.v) : 0, -1, 1, Nan::kMay};
  }
  const double v = std::cos(x.v);
  if (x.point()) return Real::Point(v);
  if (x.hi - x.lo >= kPi || std::fabs(x.lo) > 1e14) return {v, -1, 1, x.nan};
  const double a = std::cos(x.lo), b = std::cos(x.hi);
  Real out{v, std::min(a, b), std::max(a, b), x.nan};
  const double first = std::ceil(x.lo / kPi - 1e-9), last = std::floor(x.hi / kPi + 1e-9);
  for (double k = first; k <= last; ++k) {
    if (std::fmod(k, 2) == 0)
      out.hi = 1;
    else
      out.lo = -1;
  }
  return out;
}

}  // namespace

Real Arith::Cos(const Real& x) const {
  if (x.nan == Nan::kMust) return x;
  Real exact = CosOver(x);
  if (exact.nan != Nan::kMust)
    exact = {exact.v, std::max(exact.lo, -1.0), std::min(exact.hi, 1.0), exact.nan};
  return Function(exact, Magnitude(x), accuracy(Fn::kCos));
}

Real Arith::Sin(const Real& x) const {
  if (x.nan == Nan::kMust) return x;
  if (x.point()) return Function(Real::Point(std::sin(x.v)), Magnitude(x), accuracy(Fn::kSin));
  // sin(x) = cos(x - pi/2): the shift is good to a few ulp of x, which CosOver's ends do not show,
  // so use sin there.
  const Real shifted{x.v - kPi / 2, x.lo - kPi / 2, x.hi - kPi / 2, x.nan};
  Real exact = CosOver(shifted);
  if (exact.nan != Nan::kMust && std::isfinite(x.lo) && std::isfinite(x.hi)) {
    const double a = std::sin(x.lo), b = std::sin(x.hi);
    exact.v = std::sin(x.v);
    if (exact.lo != -1) exact.lo = std::min(a, b);
    if (exact.hi != 1) exact.hi = std::max(a, b);
  }
  return Function(exact, Magnitude(x), accuracy(Fn::kSin));
}

Real Arith::Exp(const Real& x) const {
  Real y = Increasing([](double t) { return std::exp(t); }, x, accuracy(Fn::kExp));
  // A shipped library reaches infinity at 88.38 in float32, where the true limit is 88.72: a factor
  // of 0.71.
  if (adversary_ == nullptr && rules_.tier == Tier::kLenient && y.hi > 0.7 * max_) y.hi = kInf;
  // No library gives a negative power of e, however small the result.
  return y.nan == Nan::kMust
             ? y
             : Real{std::max(y.v, 0.0), std::max(y.lo, 0.0), std::max(y.hi, 0.0), y.nan};
}

Real Arith::Log(const Real& x) const {
  if (x.nan == Nan::kMust || x.hi < 0) return Real::MustNan();
  Real clipped = x;
  if (x.lo < 0 && adversary_ == nullptr) clipped = {std::max(x.v, 0.0), 0, x.hi, Nan::kMay};
  return Increasing([](double t) { return std::log(t); }, clipped, accuracy(Fn::kLog));
}

Real Arith::Pow(const Real& x, const Real& y) const {
  const Accuracy allowed = accuracy(Fn::kPow);
  if (x.point() && y.point()) {
    const double v = std::pow(x.v, y.v);
    return Function(Real::Point(v), 0, allowed);
  }
  if (y.point() && y.v == 0) return Real::Point(1);
  if (x.nan == Nan::kMust || y.nan == Nan::kMust)
    return (x.contains(1) || y.contains(0)) ? Real{1, 1, 1, Nan::kMay} : Real::MustNan();
  const Nan nan = PropagateNan(x.nan, y.nan);
  if (x.lo > 0) {  // x^y = exp(y log x) is monotone in each operand: the corners bound it
    const double c[4] = {std::pow(x.lo, y.lo), std::pow(x.lo, y.hi), std::pow(x.hi, y.lo),
                         std::pow(x.hi, y.hi)};
    Real exact{std::pow(x.v, y.v), std::min({c[0], c[1], c[2], c[3]}),
               std::max({c[0], c[1], c[2], c[3]}), nan};
    if (x.contains(1) || y.contains(0)) exact = Hull(exact, Real{1, 1, 1, nan});
    return Function(exact, 0, allowed);
  }
  if (y.point() && y.v == std::nearbyint(y.v) && y.v > 0) {
    const bool even = std::fmod(y.v, 2) == 0;
    const double a = std::pow(x.lo, y.v), b = std::pow(x.hi, y.v);
    const Real exact{std::pow(x.v, y.v), even && ContainsZero(x) ? 0 : std::min(a, b),
                     std::max(a, b), nan};
    return Function(exact, 0, allowed);
  }
  return Real::Anything(std::pow(x.v, y.v));
}

}  // namespace assay
