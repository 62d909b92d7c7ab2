// Finds what is wrong with the answers of a target.
#pragma once

#include <optional>
#include <string>

#include "training/reference_runs.h"
#include "training/training_case.h"

namespace assay::training {

struct Fault {
  std::string oracle;   // "gradient", "step", …
  std::string cause;    // what findings are grouped by: an operator, a loss, an optimiser
  std::string message;  // one line for people
  oracle::Judgement shown;
};

// The first in the order of check.h; nothing when all is well. Deterministic.
// `runs` are of this lesson.
std::optional<Fault> FindFault(const TrainingCase& lesson, const Trained& seen,
                               ReferenceRuns& runs);

}  // namespace assay::training
