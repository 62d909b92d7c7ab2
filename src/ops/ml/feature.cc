#include "ops/ml/feature.h"

#include <algorithm>
#include <cmath>

#include "ops/math/unary.h"
#include "ops/norm/softmax_row.h"

namespace assay::ops {
namespace {

// Shipped libraries use an approximation of the inverse error function that is good to 0.2 %.
constexpr double kProbitRelative = 4e-3;

// x with normal distribution function p, by bisection.
double NormalQuantile(double p) {
  if (!(p > 0)) return p == 0 ? -kInf : kNaN;
  if (!(p < 1)) return p == 1 ? kInf : kNaN;
  double lo = -40, hi = 40;
  for (int i = 0; i < 100; ++i) {
    const double middle = (lo + hi) / 2;
    (0.5 * std::erfc(-middle / std::sqrt(2.0)) < p ? lo : hi) = middle;
  }
  return (lo + hi) / 2;
}

Real Probit(const Arith& arith, const Real& p) {
  const Real exact = arith.Increasing(NormalQuantile, p, {.ulp = 64, .abs = 64});
  if (arith.adversarial() || arith.rules().tier == Tier::kStrict || exact.nan == Nan::kMust)
    return exact;
  return arith.Inexact(exact,
                       kProbitRelative * std::max(std::fabs(exact.lo), std::fabs(exact.hi)) + 1e-6);
}

void SoftmaxWithoutZeros(const Arith& arith, std::vector<Real>& scores) {
  std::vector<Real> kept;
  for (const Real& s : scores) {
    if (s.point() && s.v == 0) continue;
    if (s.contains(0) && !arith.adversarial()) {  // left out or not depends on rounding
      for (Real& t : scores) t = {t.v == 0 ? 0 : 0.5, 0, 1, Nan::kMay};
      return;
    }
    kept.push_back(s);
  }
  SoftmaxOfRow(arith, kept, kept, EmptyRow::kZeroOrNan);
  size_t next = 0;
  for (Real& s : scores)
    if (!(s.point() && s.v == 0)) s = kept[next++];
}

}  // namespace

Real FeatureAt(const Bounded& x, int64_t i) {
  if (x.is_real()) return x.real(i);
  const Int n = x.integer(i);
  return {static_cast<double>(n.v), static_cast<double>(n.lo), static_cast<double>(n.hi),
          Nan::kNever};
}

Real FloatFeatureAt(const Arith& float32, const Bounded& x, int64_t i) {
  return float32.Round(FeatureAt(x, i));
}

Rows RowsOf(const Shape& shape) {
  if (shape.size() == 1) return {1, shape[0]};
  return {shape[0], shape[1]};
}

Result<PostTransform> PostTransformOf(const std::string& name) {
  if (name == "NONE") return PostTransform::kNone;
  if (name == "SOFTMAX") return PostTransform::kSoftmax;
  if (name == "LOGISTIC") return PostTransform::kLogistic;
  if (name == "SOFTMAX_ZERO") return PostTransform::kSoftmaxZero;
  if (name == "PROBIT") return PostTransform::kProbit;
  return Invalid(
      StrCat("post_transform '", name, "' is not NONE, SOFTMAX, LOGISTIC, SOFTMAX_ZERO or PROBIT"));
}

void ApplyPostTransform(const Arith& arith, PostTransform transform, std::vector<Real>& scores) {
  switch (transform) {
    case PostTransform::kNone:
      return;
    case PostTransform::kSoftmax:
      SoftmaxOfRow(arith, scores, scores, EmptyRow::kZeroOrNan);
      return;
    case PostTransform::kSoftmaxZero:
      SoftmaxWithoutZeros(arith, scores);
      return;
    case PostTransform::kLogistic:
      for (Real& s : scores) s = arith.Increasing(ExactSigmoid, s, arith.accuracy(Fn::kSigmoid));
      return;
    case PostTransform::kProbit:
      for (Real& s : scores) s = Probit(arith, s);
      return;
  }
}

Result<Labels> ReadLabels(const Call& call, std::string_view ints, std::string_view strings) {
  Labels out{call.AttrInts(ints), call.AttrStrings(strings), false};
  if (out.ints.empty() == out.strings.empty())
    return Invalid(StrCat("exactly one of ", ints, " and ", strings, " must be set"));
  out.as_strings = out.ints.empty();
  return out;
}

Known TopLabels(const Labels& labels, const std::vector<std::vector<Real>>& scores) {
  Bounded y(labels.type(), {static_cast<int64_t>(scores.size())});
  for (size_t r = 0; r < scores.size(); ++r) {
    const std::vector<Real>& row = scores[r];
    size_t best = 0;
    double floor = -kInf;
    bool nan = false;
    for (size_t c = 0; c < row.size(); ++c) {
      if (row[c].v > row[best].v) best = c;
      nan = nan || row[c].nan != Nan::kNever;
      if (row[c].nan != Nan::kMust) floor = std::max(floor, row[c].lo);
    }
    std::vector<size_t> candidates;
    for (size_t c = 0; c < row.size(); ++c)
      if (nan || row[c].hi >= floor) candidates.push_back(c);
    const auto at = static_cast<int64_t>(r);
    // Equal certain scores: the first label, as all libraries do.
    const bool tie = std::all_of(candidates.begin(), candidates.end(), [&](size_t c) {
      return row[c].point() && row[c].v == row[best].v;
    });
    if (candidates.size() <= 1 || (tie && !nan)) candidates = {best};
    if (labels.as_strings) {
      if (candidates.size() > 1) return Known::Undetermined();
      y.set(at, labels.strings[best]);
      continue;
    }
    Int label = Int::Point(labels.ints[best]);
    for (const size_t c : candidates) label = Hull(label, Int::Point(labels.ints[c]));
    y.set(at, label);
  }
  return y;
}

}  // namespace assay::ops
