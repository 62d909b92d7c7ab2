// Disagreement: a trial that speaks against the documentation, and the finding it becomes.
#pragma once

#include <string>

#include "casebook/finding.h"
#include "trial/trial.h"

namespace assay::trial {

struct Disagreement {
  Trial trial;
  std::string api, framework, version, environment;
  Verdict verdict = Verdict::kBroken;
  std::string message;              // what was seen
  casebook::FailureSignature seen;  // the failure, for replaying it
  int confirmed = 0;                // further runs that showed it, the last one in a cold process
  std::string helpers;              // of the program
  std::string source;               // of the call: rules, example, model or issue
};

// The disagreement as it is kept: a finding of `assay judge`.
casebook::ProgramFinding FindingOf(const Disagreement& disagreement);

}  // namespace assay::trial
