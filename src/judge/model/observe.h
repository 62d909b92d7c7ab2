// Runs a program and writes down what a prediction can be compared with.
#pragma once

#include <optional>
#include <string>

#include "judge/model/prediction.h"
#include "program/lab/program_lab.h"

namespace assay::judge::model {

struct Observed {
  Ending ending;  // shape and dtype of what the API returned, where the program keeps it
  // Of the same value: equal digests mean equal elements.
  std::string digest;
  std::optional<double> sum;  // of its elements
  program::ProgramOutcome outcome;
};

struct ObserveOptions {
  double timeout_s = 20;
  int repeat = 2;  // one run cannot be flaky
};

// The result that is looked at is the variable that the last call of `api` is assigned to, at the
// top of the program. An error says that the lab failed.
Result<Observed> Observe(const std::string& program, const std::string& api,
                         const ObserveOptions& options, program::ProgramLab& lab);

// The name of that variable; "" when there is none.
std::string ResultVariable(const std::string& program, const std::string& api);

}  // namespace assay::judge::model
