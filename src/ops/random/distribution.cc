#include "ops/random/distribution.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "ops/op.h"

namespace assay::ops {
namespace {

Plausibility Implausible(std::string reason) { return {false, std::move(reason)}; }

double ElementAt(const Tensor& t, int64_t i) {
  return IsFloat(t.dtype()) ? t.RealAt(i) : static_cast<double>(t.IntAt(i));
}

// The spacing of the output type around x: a value stands for all that round to it.
double Spacing(DType type, double x) {
  const FloatFormat& f = FormatOf(type);
  return std::max(2 * f.unit * std::fabs(x), f.min_subnormal);
}

// |F_n - F| <= sqrt(ln(2/alpha) / 2n) everywhere. Elements were rounded, so F is taken one spacing
// to either side; a generator that draws 24 or fewer random bits adds its own step.
Plausibility TestContinuous(const Tensor& output, const std::function<double(double)>& cdf,
                            double scale) {
  std::vector<double> x(static_cast<size_t>(output.count()));
  for (size_t i = 0; i < x.size(); ++i) x[i] = output.RealAt(static_cast<int64_t>(i));
  std::sort(x.begin(), x.end());
  const auto n = static_cast<double>(x.size());
  const double allowed = std::sqrt(std::log(2 / kFalseAlarm) / (2 * n));
  const double step = scale * std::max(FormatOf(output.dtype()).unit, 0x1p-24);
  for (size_t i = 0; i < x.size(); ++i) {
    const double slack = Spacing(output.dtype(), x[i]) + step;
    const double above = static_cast<double>(i + 1) / n - cdf(x[i] + slack),
                 below = cdf(x[i] - slack) - static_cast<double>(i) / n;
    if (std::max(above, below) > allowed)
      return Implausible(StrCat("distribution function is off by ", std::max(above, below), " at ",
                                x[i], ", allowed ", allowed, " for ", x.size(), " elements"));
  }
  return {};
}

// |sum of (indicator - p)| within Bernstein's bound for a total variance `variance`.
bool CountPlausible(double excess, double variance, double tests) {
  const double l = std::log(2 * tests / kFalseAlarm);
  return std::fabs(excess) <= std::sqrt(2 * variance * l) + l / 1.5 + 1e-6 * (1 + variance);
}

Result<Plausibility> JudgeUniform(const Call& call, const Tensor& output) {
  const double low = call.AttrFloat("low", 0), high = call.AttrFloat("high", 1);
  if (!(low <= high)) return Invalid(StrCat("low ", low, " above high ", high));
  const double least = RoundTo(output.dtype(), low), most = RoundTo(output.dtype(), high);
  for (int64_t i = 0; i < output.count(); ++i) {
    const double x = output.RealAt(i);
    if (!(x >= std::min(low, least) && x <= std::max(high, most)))
      return Implausible(StrCat("element ", i, " is ", x, ", outside ", low, " to ", high));
  }
  if (low == high || output.count() == 0) return Plausibility{};
  return TestContinuous(
      output, [&](double x) { return std::clamp((x - low) / (high - low), 0.0, 1.0); }, high - low);
}

Result<Plausibility> JudgeNormal(const Call& call, const Tensor& output) {
  const double mean = call.AttrFloat("mean", 0), scale = std::fabs(call.AttrFloat("scale", 1));
  for (int64_t i = 0; i < output.count(); ++i)
    if (!std::isfinite(output.RealAt(i)) &&
        std::fabs(mean) + 40 * scale < FormatOf(output.dtype()).max)
      return Implausible(StrCat("element ", i, " is ", output.RealAt(i)));
  if (scale == 0 || output.count() == 0) {
    for (int64_t i = 0; i < output.count(); ++i)
      if (std::fabs(output.RealAt(i) - mean) > Spacing(output.dtype(), mean))
        return Implausible(
            StrCat("element ", i, " is ", output.RealAt(i), " with scale 0 and mean ", mean));
    return Plausibility{};
  }
  return TestContinuous(
      output, [&](double x) { return 0.5 * std::erfc((mean - x) / scale / std::sqrt(2.0)); },
      scale);
}

Result<Plausibility> JudgeBernoulli(std::span<const Tensor> inputs, const Tensor& output) {
  if (inputs.empty() || inputs[0].count() != output.count())
    return Invalid("Bernoulli needs its input of the same size");
  // Low and high probabilities apart, so that an inverted coin shows even when the mean is 1/2.
  double excess[2] = {0, 0}, variance[2] = {0, 0};
  for (int64_t i = 0; i < output.count(); ++i) {
    const double p = inputs[0].RealAt(i), x = ElementAt(output, i);
    if (x != 0 && x != 1) return Implausible(StrCat("element ", i, " is ", x, ", neither 0 nor 1"));
    if (!(p >= 0 && p <= 1)) continue;
    if ((p == 0 && x != 0) || (p == 1 && x != 1))
      return Implausible(StrCat("element ", i, " is ", x, " with probability ", p));
    const int half = p < 0.5 ? 0 : 1;
    excess[half] += x - p;
    variance[half] += p * (1 - p);
  }
  for (int half = 0; half < 2; ++half)
    if (!CountPlausible(excess[half], variance[half], 2))
      return Implausible(StrCat(excess[half] > 0 ? "too many" : "too few", " ones by ",
                                std::fabs(excess[half]), " where the deviation is ",
                                std::sqrt(variance[half])));
  return Plausibility{};
}

Result<Plausibility> JudgeMultinomial(std::span<const Tensor> inputs, const Tensor& output) {
  if (inputs.empty() || inputs[0].rank() != 2 || output.rank() != 2 ||
      inputs[0].shape()[0] != output.shape()[0])
    return Invalid("Multinomial needs an input [batch, classes] and an output [batch, samples]");
  const int64_t batch = output.shape()[0], samples = output.shape()[1],
                classes = inputs[0].shape()[1];
  for (int64_t b = 0; b < batch; ++b) {
    double max = -kInf, sum = 0;
    for (int64_t c = 0; c < classes; ++c) max = std::max(max, inputs[0].RealAt(b * classes + c));
    for (int64_t c = 0; c < classes; ++c) sum += std::exp(inputs[0].RealAt(b * classes + c) - max);
    std::vector<double> counts(static_cast<size_t>(classes), 0);
    for (int64_t s = 0; s < samples; ++s) {
      const int64_t drawn = output.IntAt(b * samples + s);
      if (drawn < 0 || drawn >= classes)
        return Implausible(StrCat("row ", b, " drew class ", drawn, " of ", classes));
      ++counts[static_cast<size_t>(drawn)];
    }
    if (!(sum > 0) || std::isnan(sum) || !std::isfinite(max))
      continue;  // no distribution is defined
    for (int64_t c = 0; c < classes; ++c) {
      const double p = std::exp(inputs[0].RealAt(b * classes + c) - max) / sum,
                   n = static_cast<double>(samples);
      const double seen = counts[static_cast<size_t>(c)];
      if (p == 0 && seen > 0)
        return Implausible(StrCat("row ", b, " drew class ", c, " of probability 0"));
      if (!CountPlausible(seen - n * p, n * p * (1 - p), static_cast<double>(batch * classes)))
        return Implausible(StrCat("row ", b, " drew class ", c, " ", seen, " times of ", samples,
                                  ", expected ", n * p));
    }
  }
  return Plausibility{};
}

}  // namespace

Result<Plausibility> JudgeSample(const Node& node, std::span<const Tensor> inputs,
                                 const Tensor& output) {
  const Call call(node, 0);
  if (node.op == "Bernoulli") return JudgeBernoulli(inputs, output);
  if (node.op == "Multinomial") {
    if (!IsInt(output.dtype())) return Invalid("Multinomial gives integers");
    return JudgeMultinomial(inputs, output);
  }
  if (!IsFloat(output.dtype()))
    return Invalid(StrCat(node.op, " gives floats, not ", DTypeName(output.dtype())));
  if (node.op == "RandomUniform" || node.op == "RandomUniformLike")
    return JudgeUniform(call, output);
  if (node.op == "RandomNormal" || node.op == "RandomNormalLike") return JudgeNormal(call, output);
  return Invalid(StrCat(node.op, " is not a random operator"));
}

}  // namespace assay::ops
