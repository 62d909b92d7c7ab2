// Sums, dot products and products over many terms.
//
// A sum of n terms in any order and any blocking, with or without fused multiply-add, is off by at
// most n*u*S, where S is the sum of the magnitudes; with interval operands S takes the largest
// magnitudes, and the radii add their own part.
#include <algorithm>
#include <vector>

#include "bound/arith.h"

namespace assay {
namespace {

// Slack for evaluating the bound itself in float64.
constexpr double kOwnUnit = 0x1p-52;
// TF32 has the exponents of float32 and this many digits. Conversions round to nearest, or drop
// digits, which loses up to one unit of the last.
constexpr int kTf32Digits = 11;
constexpr double kTf32Error = 0x1p-10;
constexpr int kLeastTf32Exponent = -125;  // as std::frexp counts

double Radius(const Real& a) { return std::max(a.hi - a.v, a.v - a.lo); }

bool IsInteger(const Real& a) { return a.point() && a.v == std::nearbyint(a.v); }

// What is gathered over the terms before the error bound is formed.
struct Gathered {
  double value = 0;      // sum of the float64 values
  double magnitude = 0;  // S
  double spread = 0;     // what the operands' radii contribute
  Nan nan = Nan::kNever;
  bool unbounded = false;  // an operand with an infinite end that is not certain
  bool integers = true;
  double factor = 0;  // the largest of all
  int positive_infinities = 0, negative_infinities = 0;

  void Infinity(double signed_value) {
    ++(signed_value > 0 ? positive_infinities : negative_infinities);
  }
  bool infinite() const { return positive_infinities + negative_infinities > 0; }
};

void AddTerm(Gathered& g, const Real& a) {
  if (a.nan != Nan::kNever) g.nan = std::max(g.nan, a.nan);
  if (a.nan == Nan::kMust) return;
  if (std::isinf(a.lo) || std::isinf(a.hi)) {
    if (a.lo == a.hi)
      g.Infinity(a.lo);
    else
      g.unbounded = true;
    return;
  }
  const double radius = Radius(a);
  g.value += a.v;
  g.magnitude += std::fabs(a.v) + radius;
  g.spread += radius;
  g.integers = g.integers && IsInteger(a);
}

void AddProduct(Gathered& g, const Real& a, const Real& b) {
  const bool zero = (a.point() && a.v == 0) || (b.point() && b.v == 0);
  const bool nan_must = a.nan == Nan::kMust || b.nan == Nan::kMust;
  if (nan_must) {
    const bool may_be_skipped = a.contains(0) || b.contains(0);  // by a zero weight
    g.nan = std::max(g.nan, may_be_skipped ? Nan::kMay : Nan::kMust);
    return;
  }
  if (a.nan != Nan::kNever || b.nan != Nan::kNever) g.nan = std::max(g.nan, Nan::kMay);
  const bool a_inf = std::isinf(a.lo) || std::isinf(a.hi),
             b_inf = std::isinf(b.lo) || std::isinf(b.hi);
  if (a_inf || b_inf) {
    const bool certain = a.point() && b.point();
    if (zero || (!certain && (a.contains(0) || b.contains(0)))) g.nan = std::max(g.nan, Nan::kMay);
    if (!certain)
      g.unbounded = true;
    else if (!zero)
      g.Infinity(a.v * b.v);
    return;
  }
  const double ra = Radius(a), rb = Radius(b);
  const double ma = std::fabs(a.v), mb = std::fabs(b.v);
  g.value += a.v * b.v;
  g.magnitude += (ma + ra) * (mb + rb);
  g.spread += ma * rb + ra * mb + ra * rb;
  g.factor = std::max({g.factor, ma, mb});
  g.integers = g.integers && IsInteger(a) && IsInteger(b);
}

}  // namespace

// A random way to add the terms: order, blocks, and the precision of the accumulator.
double Arith::ExecuteSum(std::span<double> terms) const {
  if (rules_.plain) {
    double total = 0;
    for (const double term : terms) total = RoundTo(type_, total + term);
    return total;
  }
  const int order = static_cast<int>(adversary_->Int(0, 3));
  if (order == 1) std::reverse(terms.begin(), terms.end());
  if (order == 2)
    for (size_t i = terms.size(); i > 1; --i)
      std::swap(terms[i - 1],
                terms[static_cast<size_t>(adversary_->Int(0, static_cast<int64_t>(i) - 1))]);
  const size_t block = size_t{1} << adversary_->Int(0, 5);
  const bool wide = AccumulatesWide() ||
                    adversary_->Chance(0.2);  // accumulates in float32 (16-bit types) or float64
  const DType wider = FormatOf(type_).precision < 24 ? DType::kFloat32 : DType::kFloat64;
  const DType held = wide ? wider : type_;
  double total = 0;
  for (size_t start = 0; start < terms.size(); start += block) {
    double partial = 0;
    for (size_t i = start; i < std::min(start + block, terms.size()); ++i)
      partial = ExecuteFlush(RoundTo(held, partial + terms[i]));
    total = ExecuteFlush(RoundTo(held, total + partial));
  }
  return total;
}

Real Arith::Sum(std::span<const Real> terms) const {
  if (adversary_ != nullptr) {
    std::vector<double> values(terms.size());
    for (size_t i = 0; i < terms.size(); ++i) values[i] = terms[i].v;
    return Execute(ExecuteSum(values));
  }
  Gathered g;
  for (const Real& term : terms) AddTerm(g, term);
  const auto n = static_cast<double>(terms.size());
  if (g.nan == Nan::kMust) return Real::MustNan();
  if (g.infinite() || g.unbounded) {
    if (g.unbounded || (g.positive_infinities > 0 && g.negative_infinities > 0) ||
        !(g.magnitude < max_))
      return g.unbounded || g.nan == Nan::kMay || !(g.magnitude < max_) ? Real::Anything(g.value)
                                                                        : Real::MustNan();
    const double infinity = g.positive_infinities > 0 ? kInf : -kInf;
    return {infinity, infinity, infinity, g.nan};
  }
  if (g.integers && g.magnitude <= std::ldexp(1.0, precision_))
    return {g.value, g.value, g.value, g.nan};
  if (!(g.magnitude < max_)) return Real::Anything(g.value);
  // One term is its own sum: its ends, not centre and radius, which would be rounded here.
  if (terms.size() == 1) return RoundEnds(terms[0].v, terms[0].lo, terms[0].hi, g.nan);
  if (terms.empty()) return Real::Point(0);
  const double unit = SumUnit();
  const double error = g.spread + (n - 1) * unit * (1 + n * unit) * g.magnitude +
                       2 * n * kOwnUnit * g.magnitude + (flush_ ? n * tiny_ : 0);
  return RoundEnds(g.value, g.value - error, g.value + error, g.nan);
}

// Of one addition.
double Arith::SumUnit() const {
  const bool drops = type_ == DType::kFloat32 && (rules_.dropping_sums || rules_.tf32);
  return (drops ? 2 : 1) * (AccumulatesWide() ? FormatOf(DType::kFloat32).unit : unit_);
}

Arith::SumError Arith::DotError(double n) const {
  const double unit = SumUnit();
  return {n * unit * (1 + n * unit) + 2 * n * kOwnUnit, n * (flush_ ? tiny_ : subnormal_)};
}

double Arith::FactorError() const {
  return rules_.tf32 && type_ == DType::kFloat32 ? 2 * kTf32Error + kTf32Error * kTf32Error : 0;
}

double Arith::factor_limit() const {
  return FactorError() == 0 ? kInf : std::ldexp(1.0, kTf32Digits);
}

double Arith::CutFactor(double x, Cut cut) {
  if (cut == Cut::kNot || !std::isfinite(x) || x == 0) return x;
  int exponent = 0;
  std::frexp(x, &exponent);
  exponent = std::max(exponent, kLeastTf32Exponent);
  const double digits = std::ldexp(x, kTf32Digits - exponent);
  const double kept = cut == Cut::kNearestEven   ? std::nearbyint(digits)
                      : cut == Cut::kNearestAway ? std::round(digits)
                                                 : std::trunc(digits);
  return std::ldexp(kept, exponent - kTf32Digits);
}

Arith::Cut Arith::ExecutedCut() const {
  constexpr Cut kCuts[] = {Cut::kNearestEven, Cut::kNearestAway, Cut::kDropped};
  return kCuts[adversary_->Int(0, 2)];
}

Real Arith::Dot(std::span<const Real> a, std::span<const Real> b, const Real* start) const {
  if (adversary_ != nullptr) {
    std::vector<double> products(a.size());
    const bool fused =
        !rules_.plain &&
        adversary_->Chance(0.5);  // products are kept exact and rounded once with the addition
    const DType held = AccumulatesWide() ? DType::kFloat32 : type_;
    const bool cut = FactorError() > 0 && !rules_.plain && adversary_->Chance(0.7);
    const Cut left = cut ? ExecutedCut() : Cut::kNot, right = cut ? ExecutedCut() : Cut::kNot;
    for (size_t i = 0; i < a.size(); ++i) {
      const double product = CutFactor(a[i].v, left) * CutFactor(b[i].v, right);
      products[i] = fused ? product : RoundTo(held, product);
    }
    if (start != nullptr)
      products.insert(adversary_->Chance(0.5) ? products.begin() : products.end(), start->v);
    return Execute(ExecuteSum(products));
  }
  Gathered g;
  for (size_t i = 0; i < a.size(); ++i) AddProduct(g, a[i], b[i]);
  if (start != nullptr) AddTerm(g, *start);
  const auto n = static_cast<double>(a.size() + (start != nullptr ? 1 : 0));
  if (g.nan == Nan::kMust) return Real::MustNan();
  if (g.unbounded || (g.infinite() && !(g.magnitude < max_))) return Real::Anything(g.value);
  if (g.infinite()) {
    if (g.positive_infinities > 0 && g.negative_infinities > 0)
      return g.nan == Nan::kMay ? Real::Anything(0) : Real::MustNan();
    const double infinity = g.positive_infinities > 0 ? kInf : -kInf;
    // Transformed kernels (Winograd, FFT) meet inf - inf on the way.
    return {infinity, infinity, infinity, rules_.tier == Tier::kLenient ? Nan::kMay : g.nan};
  }
  if (g.integers && g.magnitude <= std::ldexp(1.0, precision_) && g.factor <= factor_limit())
    return {g.value, g.value, g.value, g.nan};
  if (!(g.magnitude < max_)) return Real::Anything(g.value);
  const SumError own = DotError(n);
  const double error = g.spread + (own.relative + FactorError()) * g.magnitude + own.absolute;
  return RoundEnds(g.value, g.value - error, g.value + error, g.nan);
}

Real Arith::Product(std::span<const Real> terms) const {
  if (terms.empty()) return Real::Point(1);
  if (adversary_ != nullptr) {
    std::vector<Real> order(terms.begin(), terms.end());
    if (adversary_->Chance(0.5)) std::reverse(order.begin(), order.end());
    Real out = order[0];
    for (size_t i = 1; i < order.size(); ++i) out = Mul(out, order[i]);
    return out;
  }
  // Exact interval product of all terms, then one relative error for the n-1 roundings.
  double v = 1, lo = 1, hi = 1;
  Nan nan = Nan::kNever;
  double largest = 1, smallest = 1;  // the extreme partial products in any order
  bool integers = true;
  for (const Real& t : terms) {
    if (t.nan == Nan::kMust) return Real::MustNan();
    nan = std::max(nan, t.nan);
    if ((t.contains(0) && (std::isinf(lo) || std::isinf(hi))) ||
        (std::isinf(Radius(t)) && lo <= 0 && hi >= 0))
      nan = Nan::kMay;
    const double magnitude = std::max(std::fabs(t.lo), std::fabs(t.hi));
    largest *= std::max(1.0, magnitude);
    // A certain zero makes the product zero; what is only near zero may underflow on the way.
    const bool zero = t.point() && t.lo == 0;
    const double least = zero ? 1 : t.contains(0) ? 0 : std::min(std::fabs(t.lo), std::fabs(t.hi));
    smallest *= std::min(1.0, least);
    v *= t.v;
    const double c[4] = {MulDown(lo, t.lo), MulDown(lo, t.hi), MulDown(hi, t.lo),
                         MulDown(hi, t.hi)};
    const double d[4] = {MulUp(lo, t.lo), MulUp(lo, t.hi), MulUp(hi, t.lo), MulUp(hi, t.hi)};
    lo = *std::min_element(c, c + 4);
    hi = *std::max_element(d, d + 4);
    integers = integers && IsInteger(t);
  }
  if (integers && std::fabs(v) <= std::ldexp(1.0, precision_) &&
      largest <= std::ldexp(1.0, precision_))
    return {v, lo, hi, nan};
  // Some order overflows or underflows on the way: the result may be anything that follows from it.
  if (!(largest <= max_)) return Real::Anything(v);
  if (smallest < tiny_) {
    const double error = largest * tiny_ * 2;
    lo = std::min(lo, 0.0) - error;
    hi = std::max(hi, 0.0) + error;
  }
  if (terms.size() == 1) return Finish(v, lo, hi, nan);
  const double k = 1.01 * static_cast<double>(terms.size() - 1) * unit_;
  return RoundEnds(v, lo - k * std::fabs(lo), hi + k * std::fabs(hi), nan);
}

}  // namespace assay
