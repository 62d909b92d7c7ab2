#include "ops/norm/moments.h"

#include "ops/math/unary.h"
#include "ops/propose.h"
#include "ops/reduce/reduce.h"

namespace assay::ops {
namespace {

// What E[x^2] - mean^2 can be off by: n roundings of the sum of squares, and those of the mean
// twice over. Infinite where the sum of squares may overflow.
double OnePassError(const Arith& arith, std::span<const Real> row, const Real& mean) {
  double squares = 0, magnitudes = 0;
  for (const Real& x : row) {
    const double m = Magnitude(x);
    squares += m * m;
    magnitudes += m;
  }
  const auto n = static_cast<double>(row.size());
  if (squares * (1 + (n + 3) * arith.unit()) > FormatOf(arith.type()).max) return kInf;
  const double centre = std::min(Magnitude(mean), magnitudes / n);
  const double scale = squares / n + 2 * centre * magnitudes / n + centre * centre;
  return 1.1 * (n + 3) * arith.unit() * (1 + n * arith.unit()) * scale + 4 * UnderflowError(arith);
}

Real ExecuteOnePass(const Arith& arith, std::span<const Real> row, const Real& mean) {
  const Real squares =
      arith.Div(SumOfSquares(arith, row), Real::Point(static_cast<double>(row.size())));
  return arith.Sub(squares, arith.Square(mean));
}

// The mean as a running one, m += (x - m) / k. Step k rounds m, which is at most the mean of the k
// magnitudes so far, and three times its increment; k / n of both is left in the end. Over all
// steps that is u S + 3 u S (2 + log n) / n, S the sum of the magnitudes.
double RunningMeanError(const Arith& arith, std::span<const Real> row) {
  double magnitudes = 0;
  for (const Real& x : row) magnitudes += Magnitude(x);
  const auto n = static_cast<double>(row.size());
  return 1.1 * arith.unit() * magnitudes * (1 + 3 * (2 + std::log(n)) / n) +
         4 * UnderflowError(arith);
}

Real ExecuteRunningMean(const Arith& arith, std::span<const Real> row) {
  Real mean = Real::Point(0);
  for (size_t i = 0; i < row.size(); ++i)
    mean = arith.Add(mean,
                     arith.Div(arith.Sub(row[i], mean), Real::Point(static_cast<double>(i + 1))));
  return mean;
}

Real MeanOf(const Arith& arith, std::span<const Real> row) {
  const Real mean = Mean(arith, row);
  if (row.empty() || arith.rules().tier != Tier::kLenient) return mean;
  if (arith.adversarial()) return Varies(arith, 0.3) ? ExecuteRunningMean(arith, row) : mean;
  const double error = RunningMeanError(arith, row);
  return mean.nan == Nan::kMust || error == 0 ? mean : arith.Inexact(mean, error);
}

}  // namespace

Moments MomentsOf(const Arith& arith, std::span<const Real> row, bool one_pass) {
  const Real mean = MeanOf(arith, row);
  const bool admitted = one_pass || arith.rules().tier == Tier::kLenient;
  if (arith.adversarial() && admitted && !row.empty() && Varies(arith, 0.4))
    return {mean, ExecuteOnePass(arith, row, mean)};
  std::vector<Real> distances(row.size());
  for (size_t i = 0; i < row.size(); ++i) distances[i] = arith.Sub(row[i], mean);
  if (row.empty()) return {mean, mean};
  Real variance =
      arith.Div(SumOfSquares(arith, distances), Real::Point(static_cast<double>(row.size())));
  if (!arith.adversarial() && admitted && variance.nan != Nan::kMust)
    variance = arith.Inexact(variance, OnePassError(arith, row, mean));
  return {mean, variance};
}

Real InverseDeviation(const Arith& arith, const Real& variance, const Real& epsilon) {
  return arith.Div(Real::Point(1), arith.Sqrt(arith.Add(variance, epsilon)));
}

DType LessPrecise(DType a, DType b) {
  return FormatOf(a).precision <= FormatOf(b).precision ? a : b;
}

Result<DType> StashType(const Call& call) {
  const int64_t code = call.AttrInt("stash_type", 1);
  const auto type = code > 0 && code < kDTypeCount ? static_cast<DType>(code) : DType::kUndefined;
  if (type != DType::kFloat32 && type != DType::kFloat16 && type != DType::kBfloat16 &&
      type != DType::kFloat64)
    return Invalid(StrCat("stash_type ", code, " is not a floating-point type to compute in"));
  return type;
}

Standardizer::Standardizer(const Arith& first, const Arith& second, const Moments& moments,
                           const Real& inverse)
    : first_(first), second_(second), mean_(moments.mean), inverse_(inverse) {
  if (first.adversarial()) folded_ = Varies(first, 0.4);
}

Real Standardizer::Apply(const Real& x, const Real& scale, const Real& bias, double slack) const {
  if (folded_) {
    const Real factor = first_.Mul(inverse_, scale);
    const Real y = first_.Add(first_.Mul(x, factor), first_.Sub(bias, first_.Mul(mean_, factor)));
    return second_.Round(y);
  }
  // Between the stages the standardised value is cast to the type of the second.
  const Real standard = second_.Round(first_.Mul(first_.Sub(x, mean_), inverse_));
  const Real scaled = second_.Mul(standard, scale);
  const Real y = second_.Add(scaled, bias);
  if (first_.adversarial() || y.nan == Nan::kMust) return y;
  const double factor = Magnitude(inverse_) * Magnitude(scale);
  const double folded =
      (Magnitude(x) + 2 * Magnitude(mean_)) * factor + Magnitude(bias) + Magnitude(y);
  const double total = 1.1 * first_.unit() * (folded + 3 * Magnitude(scaled)) + slack * factor +
                       4 * UnderflowError(second_);
  return std::isfinite(total) ? second_.Inexact(y, total) : Real::Anything(y.v);
}

std::optional<Proposal> ProposeTrailing(const ProposeCall& call, Shape& parameters) {
  const int rank = call.rank(0);
  if (rank == 0) return std::nullopt;
  Proposal p;
  const int64_t axis = call.rng.Chance(0.5) ? -1 : RandomAxis(call.rng, rank);
  if (axis != -1 || call.rng.Chance(0.3)) p.attrs.Set("axis", axis);
  if (call.rng.Chance(0.5)) p.attrs.Set("epsilon", static_cast<float>(call.rng.Real(1e-5, 0.1)));
  for (int64_t k = axis < 0 ? axis + rank : axis; k < rank; ++k)
    parameters.push_back(call.shape(0)[static_cast<size_t>(k)]);
  p.constants.emplace_back(RandomTensor(call.rng, call.dtype(0), parameters));
  return p;
}

}  // namespace assay::ops
