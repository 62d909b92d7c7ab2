// Sums, products, quotients and roots of doubles rounded towards a chosen side, by error-free
// transformations: exact results stay exact, all others move by one unit in the last place. No
// change of the processor's rounding mode.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace assay {

inline constexpr double kInf = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kDoubleMax = std::numeric_limits<double>::max();

inline double NextUp(double x) {
  if (!(x < kInf)) return x;
  if (x == 0) return std::numeric_limits<double>::denorm_min();
  const auto bits = std::bit_cast<int64_t>(x);
  return std::bit_cast<double>(x > 0 ? bits + 1 : bits - 1);
}
inline double NextDown(double x) { return -NextUp(-x); }

// The largest double not above (Down) or smallest not below (Up) the exact a + b. inf - inf gives
// the side's infinity.
inline double AddDown(double a, double b) {
  const double s = a + b;
  if (std::isinf(a) || std::isinf(b)) return std::isnan(s) ? -kInf : s;
  if (std::isinf(s)) return s > 0 ? kDoubleMax : s;
  const double part = s - a;
  const double error = (a - (s - part)) + (b - part);
  return error < 0 ? NextDown(s) : s;
}
inline double AddUp(double a, double b) { return -AddDown(-a, -b); }

// Products; 0 * inf counts as 0 (the NaN is accounted for by the caller).
inline double MulDown(double a, double b) {
  const double p = a * b;
  if (std::isnan(p)) return 0;
  if (std::isinf(p)) return (std::isinf(a) || std::isinf(b) || p < 0) ? p : kDoubleMax;
  if (std::fabs(p) < 0x1p-960)
    return (a == 0 || b == 0) ? p : NextDown(p);  // the residual may be inexact
  return std::fma(a, b, -p) < 0 ? NextDown(p) : p;
}
inline double MulUp(double a, double b) { return -MulDown(-a, b); }

// Quotients of a finite-or-infinite a by a non-zero b; inf / inf counts as 0.
inline double DivDown(double a, double b) {
  const double q = a / b;
  if (std::isnan(q)) return 0;
  if (std::isinf(q)) return (std::isinf(a) || q < 0) ? q : kDoubleMax;
  if (a == 0 || std::isinf(b)) return q;
  if (std::fabs(q) < 0x1p-960 || std::fabs(a) < 0x1p-960) return NextDown(q);
  const double residual = std::fma(-q, b, a);  // sign of (a/b - q) is residual / b
  return (b > 0 ? residual < 0 : residual > 0) ? NextDown(q) : q;
}
inline double DivUp(double a, double b) { return -DivDown(-a, b); }

inline double SqrtDown(double x) {
  const double s = std::sqrt(x);
  return x > 0x1p-960 && std::isfinite(x) && std::fma(-s, s, x) >= 0
             ? s
             : (x == 0 || std::isinf(x) ? s : NextDown(s));
}
inline double SqrtUp(double x) {
  const double s = std::sqrt(x);
  return x > 0x1p-960 && std::isfinite(x) && std::fma(-s, s, x) <= 0
             ? s
             : (x == 0 || std::isinf(x) ? s : NextUp(s));
}

}  // namespace assay
