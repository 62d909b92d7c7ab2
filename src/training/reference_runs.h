// Runs of the reference in the model's own precision, for one lesson: how far rounding takes
// results apart. Made when first asked for, then kept: several targets are held against the same
// ones.
#pragma once

#include <optional>
#include <vector>

#include "training/metric.h"
#include "training/training_case.h"

namespace assay::training {

// Not thread-safe. `lesson` outlives it.
class ReferenceRuns {
 public:
  explicit ReferenceRuns(const TrainingCase& lesson) : lesson_(lesson) {}

  // Over executions with parameters and inputs moved (judge.h): the largest distance of any element
  // from the truth; infinite when an execution fails or is not finite. `which`: index into
  // spec.wrt(), or -1 for the loss.
  double SpreadOf(int which);
  // Losses of the trainings of the reference, for JudgeCurve.
  const std::vector<std::vector<double>>& Curves();
  // What the trained references get right of a labelled task, for JudgeMetric.
  const std::vector<Marks>& AllMarks();

 private:
  void Spread();
  void Train();
  const TrainingCase& lesson_;
  std::vector<double> spread_;  // the loss first
  std::vector<std::vector<double>> curves_;
  std::vector<Marks> marks_;
};

// What a target answered to a lesson, by what it means.
struct Trained {
  std::vector<double> losses;
  // As in spec.wrt() (first step), spec.parameters (second step); without value: the target says
  // that there is none.
  std::vector<std::optional<Tensor>> gradients[kJudgedSteps];
  std::vector<Tensor> updated[kJudgedSteps];  // as in spec.parameters
  std::optional<Tensor> predicted;            // of a labelled task: scores of what was held out
};

// An error: an answer that means nothing (a sequence, losses that are no numbers, too few of them).
Result<Trained> ReadAnswers(const Spec& spec, const lab::NamedData& answers);

}  // namespace assay::training
