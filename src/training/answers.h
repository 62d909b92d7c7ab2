// What a target answered to a lesson, by what it means.
#pragma once

#include <optional>
#include <vector>

#include "training/training_case.h"

namespace assay::training {

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
