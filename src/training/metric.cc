#include "training/metric.h"

#include <algorithm>
#include <cmath>

#include "reference/evaluator.h"
#include "training/curve.h"

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

int64_t CountRight(const Marks& marks) { return std::count(marks.begin(), marks.end(), true); }

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
    ASSAY_ASSIGN(Known known, Known::From(data ? lesson.held_out : lesson.subject.inputs[i], {}));
    inputs.push_back(std::move(known));
  }
  reference::EvalOptions options;
  options.adversary = rng;
  ASSAY_ASSIGN(const reference::Evaluation run,
               reference::Evaluate(model, std::move(inputs), options));
  for (size_t i = 0; i < graph.outputs.size(); ++i)
    if (graph.name_of(graph.outputs[i]) == lesson.spec.outputs.front() &&
        run.outputs[i].is_tensor())
      return run.outputs[i].tensor.ToTensor();
  return Undetermined("scores that nobody can tell");
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

}  // namespace assay::training
