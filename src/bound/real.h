// Real and Int: what is known of one element. No correct implementation leaves the interval.
#pragma once

#include <algorithm>
#include <cstdint>

#include "bound/directed.h"

namespace assay {

// Whether a correct implementation may or must deliver NaN.
enum class Nan : uint8_t { kNever = 0, kMay = 1, kMust = 2 };

// A floating-point element: the float64 value, the admissible interval, the NaN state. Invariant:
// lo <= v <= hi unless NaN is certain, in which case the interval is empty (lo > hi). An infinite
// end means that infinity is attainable.
//
// `ends`: nothing between the two ends is admitted, as in 1 / 0, where the sign of zero decides.
// Arithmetic may forget it, as the interval remains true.
struct Real {
  double v = 0;
  double lo = 0;
  double hi = 0;
  Nan nan = Nan::kNever;
  bool ends = false;

  static Real Point(double x) {
    if (std::isnan(x)) return MustNan();
    return {x, x, x, Nan::kNever};
  }
  static Real MustNan() { return {kNaN, kInf, -kInf, Nan::kMust}; }
  // Nothing is known: any number, or NaN. `v` is kept as the most likely value.
  static Real Anything(double v = 0) { return {std::isnan(v) ? 0 : v, -kInf, kInf, Nan::kMay}; }

  bool point() const { return lo == hi && nan == Nan::kNever; }
  bool undetermined() const { return nan != Nan::kMust && lo == -kInf && hi == kInf && !ends; }
  bool contains(double y) const {
    if (std::isnan(y)) return nan != Nan::kNever;
    return nan != Nan::kMust && (ends ? y == lo || y == hi : lo <= y && y <= hi);
  }
  double width() const { return nan == Nan::kMust ? 0 : hi - lo; }
};

// NaN state of a result whose operands have these states, where NaN in any operand gives NaN.
inline Nan PropagateNan(Nan a, Nan b) { return std::max(a, b); }

// Either of the two; `v` from `a` unless it is NaN.
inline Real Hull(const Real& a, const Real& b) {
  if (a.nan == Nan::kMust && b.nan == Nan::kMust) return a;
  Real out{std::isnan(a.v) ? b.v : a.v, std::min(a.lo, b.lo), std::max(a.hi, b.hi), Nan::kNever};
  if (a.nan != Nan::kNever || b.nan != Nan::kNever) out.nan = Nan::kMay;
  return out;
}

// An integer or boolean element. uint64 keeps its bits in int64 and is always a point or full
// range. `ends` as above: a sum that wraps or saturates is one of two numbers.
struct Int {
  int64_t v = 0;
  int64_t lo = 0;
  int64_t hi = 0;
  bool ends = false;

  static Int Point(int64_t x) { return {x, x, x}; }
  bool point() const { return lo == hi; }
  bool contains(int64_t y) const { return ends ? y == lo || y == hi : lo <= y && y <= hi; }
};

inline Int Hull(const Int& a, const Int& b) {
  return {a.v, std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}

}  // namespace assay
