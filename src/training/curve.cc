#include "training/curve.h"

#include <algorithm>
#include <cmath>

#include "bound/directed.h"

namespace assay::training {
namespace {

// Reference curves further apart than this share of the loss have nothing to say.
constexpr double kPredictable = 0.05;
// A loss is a sum of many rounded terms: deviations below so many units are luck of few samples.
constexpr double kFloorUnits = 16;
// Operators that may compute more coarsely than their type (windows, in float32) show in the bound
// of the first loss. In deep models that grows beyond meaning, so only so much of it counts.
constexpr double kMostRadius = 1e-4;
// Losses below so many units are nothing but what rounding leaves of numbers around one.
constexpr double kLeastUnits = 64;
// Distances that do not matter, as a share of the largest loss.
constexpr double kIrrelevantUnits = 1 << 14, kIrrelevant = 1e-3;

struct Moments {
  double mean = 0, deviation = 0;
};

Moments MomentsAt(const std::vector<std::vector<double>>& curves, size_t step) {
  Moments out;
  const auto n = static_cast<double>(curves.size());
  for (const auto& curve : curves) out.mean += curve[step] / n;
  for (const auto& curve : curves)
    out.deviation += (curve[step] - out.mean) * (curve[step] - out.mean) / (n - 1);
  out.deviation = std::sqrt(out.deviation);
  return out;
}

// The continued fraction of the incomplete beta function (Lentz's way), for x < (a+1)/(a+b+2).
double BetaFraction(double x, double a, double b) {
  constexpr double kTiny = 1e-300;
  double c = 1, d = 1 - (a + b) * x / (a + 1);
  d = 1 / (std::fabs(d) < kTiny ? kTiny : d);
  double value = d;
  for (int m = 1; m <= 300; ++m) {
    for (const double term : {m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                              -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))}) {
      d = 1 + term * d;
      c = 1 + term / c;
      d = 1 / (std::fabs(d) < kTiny ? kTiny : d);
      c = std::fabs(c) < kTiny ? kTiny : c;
      value *= d * c;
    }
    if (std::fabs(d * c - 1) < 1e-14) break;
  }
  return value;
}

double IncompleteBeta(double x, double a, double b) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) +
                                a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return front * BetaFraction(x, a, b) / a;
  return 1 - front * BetaFraction(1 - x, b, a) / b;
}

}  // namespace

double StudentTail(double t, int degrees) {
  return IncompleteBeta(degrees / (degrees + t * t), degrees / 2.0, 0.5);
}

CurveVerdict JudgeCurve(const std::vector<std::vector<double>>& curves,
                        const std::vector<double>& got, double unit, double radius) {
  CurveVerdict out;
  size_t steps = got.size();
  for (const auto& curve : curves) steps = std::min(steps, curve.size());
  if (curves.size() < 3) return out;
  const auto n = static_cast<double>(curves.size());
  double largest = 0, widest = 0, most = -1;
  bool matters = false;
  for (size_t t = 0; t < steps; ++t) {
    const Moments at = MomentsAt(curves, t);
    largest = std::max(largest, std::fabs(at.mean));
    if (!(at.deviation <= kPredictable * std::fabs(at.mean))) break;
    if (std::fabs(at.mean) < kLeastUnits * unit) break;
    ++out.judged;
    // Trainings part and do not meet again; where they seem to, few samples fell together.
    widest = std::max(widest, at.deviation);
    const double floor =
        std::max(kFloorUnits * unit * largest, std::min(radius, kMostRadius * largest));
    const double deviation = std::hypot(widest, floor);
    const double distance = std::isfinite(got[t]) ? std::fabs(got[t] - at.mean) : kInf;
    const bool relevant = distance > std::min(kIrrelevant, kIrrelevantUnits * unit) * largest;
    const double ratio = distance / (deviation * std::sqrt(1 + 1 / n));
    // A step that matters goes before all that do not.
    if (relevant < matters || (relevant == matters && !(ratio > most))) continue;
    matters = relevant;
    most = ratio;
    out.step = static_cast<int>(t) + 1;
    out.got = got[t];
    out.mean = at.mean;
    out.deviation = deviation;
  }
  if (most < 0) return out;
  out.p = std::isfinite(most)
              ? std::min(1.0, out.judged * StudentTail(most, static_cast<int>(n) - 1))
              : 0;
  out.wrong = matters && out.p < kBelief;
  return out;
}

}  // namespace assay::training
