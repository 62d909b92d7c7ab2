#include "ops/attention/softmax_row.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace assay::ops {
namespace {

constexpr double kFixedUnits = 30;
// t * exp(-t) never exceeds 1/e: what a term with an unbounded difference can add to the weighted
// mean.
constexpr double kMostWeighted = 0.37;

// The state of a row before any arithmetic.
struct AttentionRow {
  double max_v = -kInf, max_lo = -kInf, max_hi = -kInf;
  bool irregular = false;  // NaN or +infinity is possible somewhere
};

AttentionRow SurveyRow(std::span<const Real> x) {
  AttentionRow row;
  for (const Real& e : x) {
    if (e.nan != Nan::kNever || e.hi == kInf) row.irregular = true;
    if (e.nan == Nan::kMust) continue;
    row.max_v = std::max(row.max_v, e.v);
    row.max_lo = std::max(row.max_lo, e.lo);
    row.max_hi = std::max(row.max_hi, e.hi);
  }
  return row;
}

// exp(x - reference), with exp(-inf - -inf) read as 0.
double Weight(double x, double reference) { return x == -kInf ? 0 : std::exp(x - reference); }

// For each i the sum of all entries but the i-th, without cancellation.
std::vector<double> SumsOfOthers(const std::vector<double>& w) {
  std::vector<double> out(w.size(), 0);
  double sum = 0;
  for (size_t i = 0; i < w.size(); ++i) {
    out[i] = sum;
    sum += w[i];
  }
  sum = 0;
  for (size_t i = w.size(); i-- > 0;) {
    out[i] += sum;
    sum += w[i];
  }
  return out;
}

// 1 / (1 - e): numerator and denominator may be off in opposite directions. The result never
// exceeds 2 in any case.
double Grown(double e) { return e < 0.5 ? 1 / (1 - e) : 2; }

double Share(double own, double others) {
  return std::isinf(own) ? 1 : own == 0 ? 0 : own / (own + others);
}

void BoundRow(const Arith& arith, const AttentionRow& row, std::span<const Real> x,
              std::span<Real> y) {
  const size_t n = x.size();
  const FloatFormat& format = FormatOf(arith.type());
  std::vector<double> value(n), low(n), high(n);
  double sum = 0;
  for (size_t i = 0; i < n; ++i) {
    sum += value[i] = Weight(x[i].v, row.max_v);
    low[i] = row.max_lo == -kInf ? 0 : Weight(x[i].lo, row.max_lo);
    high[i] = Weight(x[i].hi, row.max_hi);
  }
  const std::vector<double> others_low = SumsOfOthers(low), others_high = SumsOfOthers(high);
  std::vector<double> least(n), most(n);
  double mean_difference = 0;
  for (size_t i = 0; i < n; ++i) {
    least[i] = Share(Weight(x[i].lo, row.max_hi), others_high[i]);
    most[i] = row.max_lo == -kInf ? (x[i].hi == -kInf ? 0 : 1)
                                  : Share(Weight(x[i].hi, row.max_lo), others_low[i]);
    const double difference = row.max_hi - x[i].lo;
    if (x[i].hi != -kInf)
      mean_difference +=
          std::isinf(difference) ? kMostWeighted : std::min(kMostWeighted, most[i] * difference);
  }
  const double slack = (static_cast<double>(n) + 1) *
                       (format.min_normal < 1e-30 ? format.min_normal : format.min_subnormal);
  const double units = kFixedUnits + static_cast<double>(n) + mean_difference;
  const bool may_be_empty = row.max_lo == -kInf;  // every entry may be -infinity
  for (size_t i = 0; i < n; ++i) {
    const Nan nan = may_be_empty ? Nan::kMay : Nan::kNever;
    if (x[i].hi == -kInf) {
      y[i] = {0, 0, 0, nan};
      continue;
    }
    const double far = row.max_hi - x[i].lo, near = std::max(0.0, row.max_hi - x[i].hi);
    const double lo =
        std::isinf(far) || may_be_empty ? 0 : least[i] * (1 - (units + far) * arith.unit()) - slack;
    const double hi = most[i] * Grown((units + near) * arith.unit()) + slack;
    const double v = sum > 0 ? value[i] / sum : 0;
    y[i] = arith.Round({v, std::max(0.0, std::min(lo, v)), std::max(hi, v), nan});
  }
}

// One way to compute the row: in the type or in float32, with or without subtracting the maximum.
void ExecuteRow(const Arith& outer, const AttentionRow& row, std::span<const Real> x,
                std::span<Real> y) {
  const bool narrow = FormatOf(outer.type()).precision < 24;
  const Arith inner = narrow && outer.adversary().Chance(0.5)
                          ? Arith(DType::kFloat32, outer.rules(), &outer.adversary())
                          : outer;
  // Without subtraction exp must stay far from overflow and underflow.
  double largest = 0;
  for (const Real& e : x)
    if (e.v != -kInf) largest = std::max(largest, std::fabs(e.v));
  const bool plain = largest < (narrow ? 4 : 20) && outer.adversary().Chance(0.3);
  std::vector<Real> e(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    if (x[i].v == -kInf && row.max_v != -kInf)
      e[i] = Real::Point(0);
    else
      e[i] = inner.Exp(plain ? x[i] : inner.Sub(x[i], Real::Point(row.max_v)));
  }
  const Real sum = inner.Sum(e);
  for (size_t i = 0; i < x.size(); ++i)
    y[i] = outer.Round(e[i].v == 0 ? Real::Point(0) : inner.Div(e[i], sum));
}

}  // namespace

void SoftmaxRow(const Arith& arith, std::span<const Real> x, std::span<Real> y) {
  const AttentionRow row = SurveyRow(x);
  const bool empty = !row.irregular && row.max_hi == -kInf;
  if (empty) {
    const bool nan = arith.adversarial() && arith.adversary().Chance(0.5);
    for (Real& e : y)
      e = arith.adversarial() ? (nan ? Real::MustNan() : Real::Point(0)) : Real{0, 0, 0, Nan::kMay};
    return;
  }
  if (row.irregular) {
    for (size_t i = 0; i < x.size(); ++i) {
      if (arith.adversarial() || x[i].nan == Nan::kMust)
        y[i] = Real::MustNan();
      else
        y[i] = {0, 0, 1 + 4 * arith.unit(), Nan::kMay};
    }
    return;
  }
  if (arith.adversarial())
    ExecuteRow(arith, row, x, y);
  else
    BoundRow(arith, row, x, y);
}

}  // namespace assay::ops
