#include "ops/norm/softmax_rows.h"

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

// log(1 + exp(t)) without overflow.
// Exact log-softmax per element, and the relative error that rounding puts on exp(log-softmax).
struct SoftmaxTerms {
  std::vector<Real> log;
  std::vector<double> error;  // in absolute terms, u included
  double weighted = 0;        // mean of |x - max| under the softmax weights
};

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

SoftmaxTerms Exact(const Arith& arith, std::span<const Real> row, double top) {
  const size_t n = row.size();
  const std::vector<double> others_hi = SumsOfOthers(row, &Real::hi, top),
                            others_lo = SumsOfOthers(row, &Real::lo, top);
  const std::vector<double> others = SumsOfOthers(row, &Real::v, top);
  SoftmaxTerms out{std::vector<Real>(n), std::vector<double>(n)};
  double sum_lo = 0;
  for (const Real& x : row) sum_lo += std::exp(x.lo - top);
  for (const Real& x : row)
    if (x.lo > -kInf) out.weighted += std::exp(x.hi - top) * (top - x.lo);
  out.weighted = sum_lo > 0 ? out.weighted / sum_lo : kInf;
  const double slope = arith.rules().tier == Tier::kStrict ? kStrictSlope : kLenientSlope;
  const auto count = static_cast<double>(n);
  for (size_t i = 0; i < n; ++i) {
    const Real& x = row[i];
    double lo = LogShare(others_hi[i], x.lo, top);
    // A very wide operand among vanishing ones: no share is below exp(lo - top) / n.
    if (others_hi[i] == 0 && x.lo < x.hi) lo = std::min(lo, x.lo - top - std::log(count));
    const double hi = LogShare(others_lo[i], x.hi, top), v = LogShare(others[i], x.v, top);
    out.log[i] = {std::clamp(v, lo, hi), lo, hi, x.nan};
    const double distance = x.lo > -kInf ? top - x.lo : 0;
    out.error[i] = arith.unit() * (kFixedRowUnits + slope * (distance + out.weighted)) +
                   arith.DotError(count).relative;
  }
  return out;
}

// Rows with NaN or infinities: some libraries spoil the whole row, others a single element. True
// when it was such a row.
bool Irregular(std::span<const Real> row, std::span<Real> out, double lowest, double highest,
               double* top) {
  bool nan = false, uncertain = false;
  *top = -kInf;
  for (const Real& x : row) {
    nan = nan || x.nan != Nan::kNever;
    if (x.nan == Nan::kMust) continue;
    *top = std::max(*top, x.hi);
    uncertain = uncertain || (x.lo == -kInf && x.hi != -kInf);
  }
  if (!nan && !uncertain && std::isfinite(*top)) return false;
  for (size_t i = 0; i < row.size(); ++i)
    out[i] = row[i].nan == Nan::kMust ? row[i] : Real{highest, lowest, highest, Nan::kMay};
  return true;
}

struct Executed {
  std::vector<Real> shifted, exps;
  Real sum;
};

// `may_skip_shift`: small operands need no shift by the maximum. Softmax loses nothing by that; the
// logarithm of the sum would, and no library does it there.
Executed Execute(const Arith& arith, std::span<const Real> row, bool may_skip_shift) {
  Real shift = row[0];
  double magnitude = 0;
  for (const Real& x : row) {
    if (x.v > shift.v) shift = x;
    magnitude = std::max(magnitude, std::fabs(x.v));
  }
  const bool plain = may_skip_shift && magnitude < 3 && Varies(arith, 0.3);
  Executed out;
  for (const Real& x : row) {
    out.shifted.push_back(plain ? x : arith.Sub(x, shift));
    const Real exp =
        arith.Increasing([](double t) { return std::exp(t); }, out.shifted.back(), kExpAccuracy);
    out.exps.push_back(exp.v < 0 ? Real::Point(0) : exp);  // noise around a result that vanishes
  }
  out.sum = arith.Sum(out.exps);
  return out;
}

}  // namespace

void SoftmaxOfRow(const Arith& arith, std::span<const Real> row, std::span<Real> out) {
  if (row.empty()) return;
  if (arith.adversarial()) {
    const Executed e = Execute(arith, row, true);
    for (size_t i = 0; i < row.size(); ++i) out[i] = arith.Div(e.exps[i], e.sum);
    return;
  }
  double top;
  // A quotient of two rounded numbers: it may end just above 1.
  const double highest =
      1 + kFixedRowUnits * arith.unit() + arith.DotError(static_cast<double>(row.size())).relative;
  if (Irregular(row, out, 0, highest, &top)) return;
  const SoftmaxTerms exact = Exact(arith, row, top);
  const double underflow = static_cast<double>(row.size() + 1) * UnderflowError(arith);
  for (size_t i = 0; i < row.size(); ++i) {
    const Real& y = exact.log[i];
    const double lo = std::exp(y.lo - exact.error[i]) - underflow,
                 hi = std::exp(y.hi + exact.error[i]) + underflow;
    out[i] = arith.Round({std::exp(y.v), std::max(lo, 0.0), hi, y.nan});
  }
}

void LogSoftmaxOfRow(const Arith& arith, std::span<const Real> row, std::span<Real> out) {
  if (row.empty()) return;
  const bool lenient = arith.rules().tier == Tier::kLenient;
  if (arith.adversarial()) {
    const Executed e = Execute(arith, row, false);
    const bool literal = lenient && Varies(arith, 0.3);  // log(softmax(x)), as the definition reads
    const Real log = arith.Log(e.sum);
    for (size_t i = 0; i < row.size(); ++i)
      out[i] = literal ? arith.Log(arith.Div(e.exps[i], e.sum)) : arith.Sub(e.shifted[i], log);
    return;
  }
  double top;
  if (Irregular(row, out, -kInf, kFixedRowUnits * arith.unit(), &top))
    return;  // rounding may leave it just above 0
  const SoftmaxTerms exact = Exact(arith, row, top);
  const auto n = static_cast<double>(row.size());
  const double log_units = 2 * arith.accuracy(Fn::kLog).ulp + 1;
  for (size_t i = 0; i < row.size(); ++i) {
    Real y = exact.log[i];
    const double size = y.lo == -kInf ? 0 : std::fabs(y.lo);
    const double error = exact.error[i] + arith.unit() * log_units * (size + std::log(n));
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
