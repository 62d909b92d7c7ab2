#include "training/metric.h"

#include <algorithm>
#include <cmath>

#include "bound/directed.h"
#include "reference/evaluator.h"

namespace assay::training {
namespace {

// Two references that differ by less likely a chance than this say that the model is not steady.
constexpr double kSteadyChance = 0.01;

double Tail(const Marks& reference, const Marks& got) {
  int64_t worse = 0, better = 0;
  for (size_t i = 0; i < got.size(); ++i) {
    worse += reference[i] && !got[i] ? 1 : 0;
    better += got[i] && !reference[i] ? 1 : 0;
  }
  return McNemarTail(worse, better);
}

bool AreSteady(const std::vector<Marks>& references) {
  for (const Marks& a : references)
    for (const Marks& b : references)
      if (a.size() != b.size() || Tail(a, b) < kSteadyChance) return false;
  return true;
}

int64_t CountRight(const Marks& marks) { return std::ranges::count(marks, true); }

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

Marks MarksOf(const Tensor& scores, const std::vector<int64_t>& classes) {
  const int64_t width = scores.shape()[1];
  Marks out;
  for (size_t i = 0; i < classes.size(); ++i) {
    const int64_t row = static_cast<int64_t>(i) * width;
    bool best = !std::isnan(scores.RealAt(row + classes[i]));
    for (int64_t k = 0; k < width && best; ++k)
      best = k == classes[i] || scores.RealAt(row + k) < scores.RealAt(row + classes[i]);
    out.push_back(best);
  }
  return out;
}

Result<Tensor> Predict(const TrainingCase& lesson, const std::vector<Tensor>& parameters,
                       Rng* rng) {
  Model model = lesson.subject.model;
  Graph& graph = model.graph;
  for (size_t i = 0; i < lesson.spec.parameters.size(); ++i)
    graph.SetInitializer(graph.Find(lesson.spec.parameters[i]), parameters[i]);
  std::vector<Known> inputs;
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    const bool data = graph.name_of(graph.inputs[i]) == lesson.spec.data;
    ASSAY_ASSIGN(inputs.emplace_back(),
                 Known::From(data ? lesson.held_out : lesson.subject.inputs[i], {}));
  }
  reference::EvalOptions options{.adversary = rng};
  ASSAY_ASSIGN(const reference::Evaluation run,
               reference::Evaluate(model, std::move(inputs), options));
  for (size_t i = 0; i < graph.outputs.size(); ++i)
    if (graph.name_of(graph.outputs[i]) == lesson.spec.outputs.front() &&
        run.outputs[i].is_tensor())
      return run.outputs[i].tensor.ToTensor();
  return Undetermined("scores that are undetermined");
}

Marks ReferenceMarks(const TrainingCase& lesson, const Training& training) {
  if (training.parameters.empty()) return {};
  const auto scores = Predict(lesson, training.parameters, nullptr);
  return scores.ok() ? MarksOf(*scores, lesson.answers) : Marks();
}

double McNemarTail(int64_t worse, int64_t better) {
  const int64_t n = worse + better;
  double sum = 0;
  for (int64_t k = worse; k <= n; ++k) {
    const auto in = static_cast<double>(k), out = static_cast<double>(n - k);
    sum += std::exp(std::lgamma(in + out + 1) - std::lgamma(in + 1) - std::lgamma(out + 1) -
                    (in + out) * std::log(2.0));
  }
  return std::min(1.0, sum);
}

MetricVerdict JudgeMetric(const std::vector<Marks>& references, const Marks& got) {
  MetricVerdict out;
  out.examples = static_cast<int64_t>(got.size());
  out.right = CountRight(got);
  out.reference_right = out.examples;
  if (references.empty() || got.empty() || references.front().size() != got.size() ||
      !AreSteady(references))
    return out;
  out.p = 0;
  for (const Marks& reference : references) {
    out.p = std::max(out.p, Tail(reference, got));
    out.reference_right = std::min(out.reference_right, CountRight(reference));
  }
  out.wrong = out.p < kBelief;
  return out;
}

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
