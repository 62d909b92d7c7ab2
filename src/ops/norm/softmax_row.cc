#include "ops/norm/softmax_row.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "ops/math/unary.h"
#include "ops/reduce/reduce.h"

namespace assay::ops {
namespace {

// Errors of exp in the numerator and in the sum, and of the division, in units of u.
constexpr double kFixedRowUnits = 10;
// What the adversary's exp may be off by, so that two of them and a division stay within
// kFixedRowUnits.
constexpr Accuracy kExpAccuracy = {.ulp = 1.5};
// exp computed as 2^(x log2 e) rounds the product once more, relative to |x|: seen in the lenient
// tier.
constexpr double kStrictSlope = 1.125, kLenientSlope = 2.125;
// d exp(-d) never exceeds 1/e: what one term can add to the weighted mean of the distances.
constexpr double kMostWeighted = 0.37;

// A row before any arithmetic.
struct RowSurvey {
  double top = -kInf;        // the largest maximum
  double least_top = -kInf;  // the smallest one
  bool spoilt = false;       // NaN or +infinity is possible somewhere

  bool MustBeEmpty() const { return !spoilt && top == -kInf; }
  bool MayBeEmpty() const { return least_top == -kInf; }
};

RowSurvey Survey(std::span<const Real> row) {
  RowSurvey out;
  for (const Real& x : row) {
    out.spoilt = out.spoilt || x.nan != Nan::kNever || x.hi == kInf;
    if (x.nan == Nan::kMust) continue;
    out.top = std::max(out.top, x.hi);
    out.least_top = std::max(out.least_top, x.lo);
  }
  return out;
}

// sum of exp(end - top) over all elements but i: prefix and suffix sums avoid the cancellation of
// "total minus own".
std::vector<double> SumsOfOthers(std::span<const Real> row, double Real::* end, double top) {
  const size_t n = row.size();
  std::vector<double> out(n), behind(n + 1, 0.0);
  for (size_t i = n; i-- > 0;) behind[i] = behind[i + 1] + std::exp(row[i].*end - top);
  double before = 0;
  for (size_t i = 0; i < n; ++i) {
    out[i] = before + behind[i + 1];
    before += std::exp(row[i].*end - top);
  }
  return out;
}

double LogShare(double others, double own, double top) {
  // The difference first: it is small, where `top` itself may be large.
  return others > 0 ? -ExactSoftplus(std::log(others) + (top - own)) : 0;
}

// Exact log-softmax per element, and how far rounding puts it off: down from the lower end, up from
// the upper one.
struct SoftmaxTerms {
  std::vector<Real> log;
  std::vector<double> down, up;
};

SoftmaxTerms Exact(const Arith& arith, std::span<const Real> row, double top) {
  const size_t n = row.size();
  const std::vector<double> others_hi = SumsOfOthers(row, &Real::hi, top),
                            others_lo = SumsOfOthers(row, &Real::lo, top),
                            others = SumsOfOthers(row, &Real::v, top);
  SoftmaxTerms out{std::vector<Real>(n), std::vector<double>(n), std::vector<double>(n)};
  const auto count = static_cast<double>(n);
  double weighted = 0;  // mean of the distances under the softmax weights
  for (size_t i = 0; i < n; ++i) {
    const Real& x = row[i];
    double lo = LogShare(others_hi[i], x.lo, top);
    // A very wide operand among vanishing ones: no share is below exp(lo - top) / n.
    if (others_hi[i] == 0 && x.lo < x.hi) lo = std::min(lo, x.lo - top - std::log(count));
    const double hi = x.hi == -kInf ? -kInf : LogShare(others_lo[i], x.hi, top);
    const double v = x.v == -kInf ? -kInf : LogShare(others[i], x.v, top);
    out.log[i] = {std::clamp(v, lo, hi), lo, hi, x.nan};
    if (x.hi > -kInf) weighted += std::min(kMostWeighted, std::exp(hi) * (top - x.lo));
  }
  const double slope = arith.rules().tier == Tier::kStrict ? kStrictSlope : kLenientSlope;
  const double sum_error = arith.DotError(count).relative;
  const auto error = [&](double distance) {
    return arith.unit() * (kFixedRowUnits + slope * (distance + weighted)) + sum_error;
  };
  for (size_t i = 0; i < n; ++i) {
    // The lower end of what may be -infinity is -infinity already.
    out.down[i] = row[i].lo > -kInf ? error(top - row[i].lo) : 0;
    out.up[i] = row[i].hi > -kInf ? error(top - row[i].hi) : 0;
  }
  return out;
}

// Some libraries spoil the whole row, others a single element.
void OpenRow(std::span<const Real> row, std::span<Real> out, double lowest, double highest) {
  for (size_t i = 0; i < row.size(); ++i)
    out[i] = row[i].nan == Nan::kMust ? row[i] : Real{highest, lowest, highest, Nan::kMay};
}

// One way to compute a row: in the type or in float32, with or without subtracting the maximum.
struct Executed {
  Arith arith;
  std::vector<Real> shifted, exps;
  Real sum;
};

// `may_skip_shift`: small operands need no shift by the maximum. Softmax loses nothing by that; the
// logarithm of the sum would, and no library does it there.
Executed Execute(const Arith& outer, std::span<const Real> row, bool may_skip_shift) {
  const bool narrow = FormatOf(outer.type()).precision < 24;
  const Arith arith = narrow && Varies(outer, 0.5)
                          ? Arith(DType::kFloat32, outer.rules(), &outer.adversary())
                          : outer;
  Real shift = row[0];
  double magnitude = 0;
  for (const Real& x : row) {
    if (x.v > shift.v) shift = x;
    if (x.v != -kInf) magnitude = std::max(magnitude, std::fabs(x.v));
  }
  // exp must stay far from overflow and underflow.
  const bool plain = may_skip_shift && magnitude < (narrow ? 4 : 20) && Varies(outer, 0.3);
  Executed out{arith, {}, {}, {}};
  for (const Real& x : row) {
    out.shifted.push_back(plain ? x : arith.Sub(x, shift));
    if (x.v == -kInf && shift.v > -kInf) {
      out.exps.push_back(Real::Point(0));
      continue;
    }
    const Real exp =
        arith.Increasing([](double t) { return std::exp(t); }, out.shifted.back(), kExpAccuracy);
    out.exps.push_back(exp.v < 0 ? Real::Point(0) : exp);  // noise around a result that vanishes
  }
  out.sum = arith.Sum(out.exps);
  return out;
}

}  // namespace

void SoftmaxOfRow(const Arith& arith, std::span<const Real> row, std::span<Real> out,
                  EmptyRow empty) {
  if (row.empty()) return;
  const RowSurvey survey = Survey(row);
  if (survey.MustBeEmpty() && empty == EmptyRow::kZeroOrNan) {
    const bool nan = arith.adversarial() && Varies(arith, 0.5);
    const Real zero = arith.adversarial() ? Real::Point(0) : Real{0, 0, 0, Nan::kMay};
    std::fill(out.begin(), out.end(), nan ? Real::MustNan() : zero);
    return;
  }
  if (arith.adversarial()) {
    const Executed e = Execute(arith, row, true);
    for (size_t i = 0; i < row.size(); ++i) out[i] = arith.Round(e.arith.Div(e.exps[i], e.sum));
    return;
  }
  // A quotient of two rounded numbers, of which the larger holds the smaller: it may end just above
  // 1.
  const double highest =
      1 + kFixedRowUnits * arith.unit() + arith.DotError(static_cast<double>(row.size())).relative;
  if (survey.spoilt || (survey.MayBeEmpty() && empty == EmptyRow::kOpen))
    return OpenRow(row, out, 0, highest);
  const SoftmaxTerms exact = Exact(arith, row, survey.top);
  const double underflow = static_cast<double>(row.size() + 1) * UnderflowError(arith);
  const Nan nan = survey.MayBeEmpty() ? Nan::kMay : Nan::kNever;
  for (size_t i = 0; i < row.size(); ++i) {
    const Real& y = exact.log[i];
    const double lo = std::exp(y.lo - exact.down[i]) - underflow,
                 hi = std::min(highest, std::exp(y.hi + exact.up[i]) + underflow);
    out[i] = row[i].hi == -kInf ? Real{0, 0, 0, nan}
                                : arith.Round({std::exp(y.v), std::max(lo, 0.0), hi, nan});
  }
}

void LogSoftmaxOfRow(const Arith& arith, std::span<const Real> row, std::span<Real> out) {
  if (row.empty()) return;
  const bool lenient = arith.rules().tier == Tier::kLenient;
  if (arith.adversarial()) {
    const Executed e = Execute(arith, row, false);
    const bool literal = lenient && Varies(arith, 0.3);  // log(softmax(x)), as the definition reads
    const Real log = e.arith.Log(e.sum);
    for (size_t i = 0; i < row.size(); ++i)
      out[i] = arith.Round(literal ? e.arith.Log(e.arith.Div(e.exps[i], e.sum))
                                   : e.arith.Sub(e.shifted[i], log));
    return;
  }
  const RowSurvey survey = Survey(row);
  if (survey.spoilt || survey.MayBeEmpty())
    return OpenRow(row, out, -kInf,
                   kFixedRowUnits * arith.unit());  // rounding may leave it above 0
  const SoftmaxTerms exact = Exact(arith, row, survey.top);
  const auto n = static_cast<double>(row.size());
  const double log_units = 2 * arith.accuracy(Fn::kLog).ulp + 1;
  for (size_t i = 0; i < row.size(); ++i) {
    Real y = exact.log[i];
    const double size = y.lo > -kInf ? std::fabs(y.lo) : y.hi > -kInf ? std::fabs(y.hi) : 0;
    const double error =
        std::max(exact.down[i], exact.up[i]) + arith.unit() * log_units * (size + std::log(n));
    // Taken literally, the softmax vanishes before its logarithm is taken.
    const double lost = lenient ? (n + 1) * UnderflowError(arith) * std::exp(-(y.lo - error)) : 0;
    if (lenient && y.hi > -kInf)
      y.hi += std::log1p((n + 1) * UnderflowError(arith) *
                         std::exp(-y.hi));  // or is rounded up to a subnormal
    if (y.lo > -kInf) y.lo = lost < 0.5 ? y.lo + 1.01 * std::log1p(-lost) : -kInf;
    out[i] = arith.Inexact(y, 1.01 * error);
  }
}

}  // namespace assay::ops
