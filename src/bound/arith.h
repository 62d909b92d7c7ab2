// Arith: arithmetic on elements of one floating-point type, in one of two modes.
//
// Bound mode (no adversary): operands are intervals, and each result is an interval that no correct
// implementation leaves, whatever its summation order, fused operations, intermediate precision or
// flushing.
//
// Adversary mode: operands are single numbers (lo == v == hi) and each result is ONE admissible
// number, chosen at random: rounded or kept wide, flushed or not, summed in a random order, off by
// up to the allowed ulps. Running the same operator code in both modes is how the bounds are
// tested: the adversary must never leave the interval.
//
// Operator code therefore performs every rounded step through an Arith, and is written once.
#pragma once

#include <cmath>
#include <span>

#include "base/rng.h"
#include "bound/real.h"
#include "bound/rules.h"
#include "tensor/float_format.h"

namespace assay {

enum class Fn {
#define FUNCTION(name, ...) k##name,
#include "bound/functions.def"
#undef FUNCTION
};

// How far a k-ulp function may be off: ulp units in the last place, plus abs * u, plus abs_x * u *
// |x|.
struct Accuracy {
  double ulp = 0.5;
  double abs = 0;
  double abs_x = 0;
};

class Arith {
 public:
  // `adversary` null: bound mode. It must outlive the Arith.
  Arith(DType type, const Rules& rules, Rng* adversary = nullptr);

  DType type() const { return type_; }
  bool adversarial() const { return adversary_ != nullptr; }
  Rng& adversary() const { return *adversary_; }
  const Rules& rules() const { return rules_; }
  double unit() const { return unit_; }
  Accuracy accuracy(Fn fn) const;

  // --- correctly rounded operations ---
  Real Add(const Real& a, const Real& b) const;
  Real Sub(const Real& a, const Real& b) const;
  Real Mul(const Real& a, const Real& b) const;
  Real Square(const Real& a) const;  // a * a, knowing that both are the same number
  // Allows multiplying by a rounded reciprocal (1.25 ulp) unless the divisor is a power of two.
  Real Div(const Real& a, const Real& b) const;
  Real Sqrt(const Real& a) const;
  // Takes an exact result (or rigorous bounds of it) into the type: the rounding of one operation
  // or of a cast.
  Real Round(const Real& exact) const;
  // A float32 constant (an attribute) as this type sees it: the float32 value or its rounding to
  // the type.
  Real Constant(double float32_value) const;

  // --- exact operations ---
  static Real Neg(const Real& a);
  static Real Abs(const Real& a);
  // NaN in one operand: NaN or the other operand, since shipped libraries differ and the
  // specification is silent.
  Real Max(const Real& a, const Real& b) const;
  Real Min(const Real& a, const Real& b) const;

  // --- sums: any order, any blocking, with or without fused multiply-add ---
  Real Sum(std::span<const Real> terms) const;
  // sum a[i]*b[i] + start (start may be null).
  Real Dot(std::span<const Real> a, std::span<const Real> b, const Real* start = nullptr) const;
  // How far a sum of n terms of total magnitude S may be off apart from the operands' own radii:
  // relative * S + absolute. For kernels that gather S themselves; they end with Inexact.
  struct SumError {
    double relative, absolute;
  };
  SumError DotError(double n) const;
  // How far a product may be off, relatively, because its factors were cut before (Rules::tf32).
  double FactorError() const;
  // The ways in which a factor may be cut.
  enum class Cut : uint8_t { kNot, kNearestEven, kNearestAway, kDropped };
  static double CutFactor(double x, Cut cut);
  // Integer factors up to this magnitude are not cut.
  double factor_limit() const;
  // Sums of integers stay exact up to this magnitude.
  double exact_limit() const { return std::ldexp(1.0, precision_); }
  double max() const { return max_; }
  // Product of all terms in any order.
  Real Product(std::span<const Real> terms) const;

  // --- functions, by their shape; `f` is evaluated in double ---
  // Non-decreasing f.
  Real Increasing(double (*f)(double), const Real& x, Accuracy accuracy) const;
  Real Decreasing(double (*f)(double), const Real& x, Accuracy accuracy) const;
  // f falls until `at`, then rises (swap roles with a minus sign for a maximum).
  Real Valley(double (*f)(double), const Real& x, double at, Accuracy accuracy) const;
  Real Sin(const Real& x) const;
  Real Cos(const Real& x) const;
  Real Pow(const Real& x, const Real& y) const;
  Real Exp(const Real& x) const;
  Real Log(const Real& x) const;  // negative: NaN; zero: -infinity
  // Widens bounds `lo`, `hi` of the exact value of a function at x by `accuracy` and takes the
  // result into the type. In adversary mode picks one admissible number near exact.v.
  Real Function(const Real& exact, double x_magnitude, Accuracy accuracy) const;
  // The same with an absolute error that the caller has worked out (already multiplied by u).
  Real Inexact(const Real& exact, double absolute_error) const;

 private:
  Real Finish(double v, double lo, double hi, Nan nan) const;
  Real RoundEnds(double v, double lo, double hi, Nan nan) const;
  Real Execute(double exact) const;
  double ExecuteFlush(double x) const;
  double ExecuteRounded(double x) const;
  double ExecuteSum(std::span<double> terms) const;
  double SumUnit() const;
  Cut ExecutedCut() const;
  // A careful library accumulates 16-bit types in float32 and rounds once; others accumulate in the
  // type itself.
  bool AccumulatesWide() const { return rules_.tier == Tier::kStrict && precision_ < 24; }

  DType type_;
  Rules rules_;
  Rng* adversary_;
  double unit_, max_, tiny_, subnormal_;
  bool flush_;
  int precision_;
};

}  // namespace assay
