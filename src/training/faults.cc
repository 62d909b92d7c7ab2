#include "training/faults.h"

#include <cmath>
#include <set>

#include "base/strings.h"
#include "training/judge.h"
#include "training/metric.h"

namespace assay::training {
namespace {

using oracle::Judgement;
using oracle::Verdict;

// "sgd with momentum, weight decay": what a fault of a step is grouped by.
std::string OptimizerText(const gradient::Optimizer& o) {
  std::string out(OptimizerName(o.kind));
  if (o.nesterov)
    out += " with Nesterov's momentum";
  else if (o.momentum > 0)
    out += " with momentum";
  if (o.weight_decay > 0) out += o.momentum > 0 ? " and weight decay" : " with weight decay";
  return out;
}

// At zero a norm has no derivative; by the formula it is 0/0, which is what many give.
bool HasNorm(const Graph& graph) {
  static const std::set<std::string, std::less<>> kNorms = {"GlobalLpPool", "LpNormalization",
                                                            "LpPool", "ReduceL2"};
  for (const NodePtr& node : graph.nodes())
    if (kNorms.contains(node->op)) return true;
  return false;
}

double LossRadius(const TrainingCase& lesson) {
  const Real loss = lesson.loss.tensor.real(0);
  return loss.nan != Nan::kNever ? kInf : std::max(loss.hi - loss.v, loss.v - loss.lo);
}

std::string Shown(const Judgement& judgement) {
  if (!judgement.note.empty()) return judgement.note;
  return StrCat("element ", judgement.worst_index, " is ", judgement.got, ", truth ",
                judgement.truth, " ± ", judgement.bound);
}

class Finder {
 public:
  Finder(const TrainingCase& lesson, const Trained& seen, ReferenceRuns& runs)
      : lesson_(lesson), seen_(seen), runs_(runs), allowed_{OverallScale(lesson), &runs} {}

  std::optional<Fault> Find() {
    if (auto fault = Loss()) return fault;
    if (auto fault = Gradients()) return fault;
    for (int step = 1; step <= kJudgedSteps; ++step)
      if (auto fault = Step(step)) return fault;
    if (auto fault = Curve()) return fault;
    return Metric();
  }

 private:
  std::optional<Fault> Loss() {
    const double loss = seen_.losses.front();
    const Tensor got = MakeTensor(DType::kFloat64, lesson_.loss.tensor.shape(), {&loss, 1});
    Judgement judgement = JudgeAnswer(lesson_, -1, &got, allowed_);
    if (judgement.verdict != Verdict::kWrong) return std::nullopt;
    const std::string kind(gradient::LossOf(lesson_.spec.loss).name);
    return Make("loss", kind,
                StrCat("the ", kind, " loss is ", judgement.got, ", truth ", judgement.truth, " ± ",
                       judgement.bound),
                std::move(judgement));
  }

  // Of several wrong gradients the one nearest to the loss: those before it in the model may be
  // wrong only because derivatives flow through there.
  std::optional<Fault> Gradients() {
    std::optional<Fault> found;
    size_t place = 0;
    for (size_t i = 0; i < lesson_.gradients.size(); ++i) {
      if (found.has_value() && lesson_.used_at[i] < place) continue;
      if (auto fault = Gradient(i)) {
        found = std::move(fault);
        place = lesson_.used_at[i];
      }
    }
    return found;
  }

  std::optional<Fault> Gradient(size_t i) {
    const std::optional<Tensor>& got = seen_.gradients[0][i];
    Judgement judgement =
        JudgeAnswer(lesson_, static_cast<int>(i), got.has_value() ? &*got : nullptr, allowed_);
    if (judgement.verdict != Verdict::kWrong) return std::nullopt;
    const std::string name = lesson_.spec.wrt()[i];
    const std::string of = StrCat("gradient of '", name, "' (used by ", lesson_.used_by[i], ")");
    judgement.name = name;
    if (!got.has_value())
      return Make("none-gradient", lesson_.used_by[i],
                  StrCat("the ", of, " is None; for its element ", judgement.worst_index,
                         " the truth is ", judgement.truth, " ± ", judgement.bound),
                  std::move(judgement));
    const bool finite = judgement.other_type || std::isfinite(judgement.got);
    if (!finite && HasNorm(lesson_.subject.model.graph)) return std::nullopt;
    return Make(finite ? "gradient" : "nan-gradient", lesson_.used_by[i],
                StrCat("the ", of, ": ", Shown(judgement)), std::move(judgement));
  }

  // The step `number` of every parameter, from the gradients and values that the target reports.
  std::optional<Fault> Step(int number) {
    const std::vector<Tensor> start = ParameterTensors(lesson_);
    for (size_t i = 0; i < lesson_.spec.parameters.size(); ++i)
      if (auto fault = StepOf(number, i, start[i])) return fault;
    return std::nullopt;
  }

  std::optional<Fault> StepOf(int number, size_t i, const Tensor& start) {
    const Tensor& updated = seen_.updated[number - 1][i];
    const std::string& name = lesson_.spec.parameters[i];
    Judgement judgement{.name = name};
    if (updated.dtype() != start.dtype() || updated.shape() != start.shape()) {
      judgement.other_type = true;
      judgement.note = StrCat("is ", DTypeName(updated.dtype()), ShapeText(updated.shape()));
      return StepFault(number, name, std::move(judgement));
    }
    for (int t = 0; t < number; ++t) {
      const auto& gradient = seen_.gradients[t][i];
      if (!gradient.has_value()) return Unmoved(number, i, start);
      if (gradient->shape() != start.shape() || !IsFloat(gradient->dtype())) return std::nullopt;
    }
    const FloatFormat& format = FormatOf(start.dtype());
    for (int64_t k = 0; k < start.count(); ++k) {
      std::vector<double> before, gradients;
      for (int t = 0; t < number; ++t) {
        before.push_back(t == 0 ? start.RealAt(k) : seen_.updated[t - 1][i].RealAt(k));
        gradients.push_back(seen_.gradients[t][i]->RealAt(k));
      }
      const Span span =
          UpdatedWithin(lesson_.spec.optimizer, before, gradients, format.unit, format.min_normal);
      const double got = updated.RealAt(k);
      // Gradients that are not finite lead anywhere; where they should be, that has been said.
      if (!std::isfinite(span.lo) || !std::isfinite(span.hi) || span.contains(got)) continue;
      SetWorst(judgement, k, got, span);
      return StepFault(number, name, std::move(judgement));
    }
    return std::nullopt;
  }

  // An optimiser passes over what has no gradient: then the parameter stays.
  std::optional<Fault> Unmoved(int number, size_t i, const Tensor& start) {
    // With a gradient in one step only it may have moved there.
    for (int t = 0; t < number; ++t)
      if (seen_.gradients[t][i].has_value()) return std::nullopt;
    const Tensor& updated = seen_.updated[number - 1][i];
    for (int64_t k = 0; k < start.count(); ++k) {
      const double got = updated.RealAt(k), p = start.RealAt(k);
      if (!std::isfinite(p)) continue;
      // A gradient that is none may be taken for zeros, so that decay moves the parameter.
      const double reach = lesson_.spec.optimizer.kind == gradient::OptimizerKind::kAdam
                               ? lesson_.spec.optimizer.learning_rate
                               : lesson_.spec.optimizer.learning_rate * std::fabs(p);
      const Span span{p - 2 * kJudgedSteps * reach, p + 2 * kJudgedSteps * reach};
      if (span.contains(got)) continue;
      Judgement judgement;
      SetWorst(judgement, k, got, span);
      return StepFault(number, lesson_.spec.parameters[i], std::move(judgement));
    }
    return std::nullopt;
  }

  static void SetWorst(Judgement& judgement, int64_t k, double got, const Span& span) {
    judgement.has_worst = true;
    judgement.worst_index = k;
    judgement.got = got;
    judgement.truth = (span.lo + span.hi) / 2;
    judgement.bound = (span.hi - span.lo) / 2;
    judgement.excess =
        std::isfinite(got) ? std::fabs(got - judgement.truth) - judgement.bound : INFINITY;
  }

  std::optional<Fault> StepFault(int number, const std::string& name, Judgement judgement) {
    judgement.verdict = Verdict::kWrong;
    const std::string optimizer = OptimizerText(lesson_.spec.optimizer);
    return Make("step", optimizer,
                StrCat("'", name, "' after step ", number, " of ", optimizer, ": ",
                       Shown(judgement), " by its own gradients"),
                std::move(judgement));
  }

  std::optional<Fault> Curve() {
    if (!lesson_.spec.has_curve()) return std::nullopt;
    const CurveVerdict verdict =
        JudgeCurve(runs_.Curves(), seen_.losses, lesson_.unit, LossRadius(lesson_));
    if (!verdict.wrong) return std::nullopt;
    Judgement judgement{.name = kLosses, .verdict = Verdict::kWrong};
    SetWorst(judgement, verdict.step - 1, verdict.got,
             {verdict.mean - verdict.deviation, verdict.mean + verdict.deviation});
    const std::string optimizer = OptimizerText(lesson_.spec.optimizer);
    return Make("curve", optimizer,
                StrCat("the loss at step ", verdict.step, " of ", optimizer, " is ", verdict.got,
                       ", trainings of the reference give ", verdict.mean, " ± ", verdict.deviation,
                       " (p < ", std::max(verdict.p, 1e-99), ")"),
                std::move(judgement));
  }

  std::optional<Fault> Metric() {
    if (!seen_.predicted.has_value()) return std::nullopt;
    const Tensor& scores = *seen_.predicted;
    const std::string& name = lesson_.spec.outputs.front();
    const Graph& graph = lesson_.subject.model.graph;
    Judgement judgement{.name = name, .verdict = Verdict::kWrong};
    if (scores.shape() != *graph.type(graph.Find(name)).tensor.shape()) {
      judgement.other_type = true;
      judgement.note = StrCat("the scores are ", ShapeText(scores.shape()));
      return Make("metric", "accuracy", judgement.note, std::move(judgement));
    }
    const MetricVerdict verdict = JudgeMetric(runs_.AllMarks(), MarksOf(scores, lesson_.answers));
    if (!verdict.wrong) return std::nullopt;
    const auto right = static_cast<double>(verdict.reference_right);
    SetWorst(judgement, 0, static_cast<double>(verdict.right), {right, right});
    return Make("metric", "accuracy",
                StrCat("after ", lesson_.spec.steps, " steps of ",
                       OptimizerText(lesson_.spec.optimizer), " ", verdict.right, " of ",
                       verdict.examples, " examples are right, of trained references at least ",
                       verdict.reference_right, " (p < ", std::max(verdict.p, 1e-99), ")"),
                std::move(judgement));
  }

  static Fault Make(std::string oracle, std::string cause, std::string message,
                    Judgement judgement) {
    if (judgement.name.empty()) judgement.name = oracle;
    return {std::move(oracle), std::move(cause), std::move(message), std::move(judgement)};
  }

  const TrainingCase& lesson_;
  const Trained& seen_;
  ReferenceRuns& runs_;
  Allowed allowed_;
};

}  // namespace

std::optional<Fault> FindFault(const TrainingCase& lesson, const Trained& seen,
                               ReferenceRuns& runs) {
  return Finder(lesson, seen, runs).Find();
}

}  // namespace assay::training
