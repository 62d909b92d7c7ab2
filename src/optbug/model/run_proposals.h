// Programs of a model, run and measured as in the paper.
//
// A program that fails accuses nobody: the model wrote it, and nobody has said what it must do. It
// is kept as suspected, for a person to look at, as the paper did.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "optbug/model/propose.h"

namespace assay::optbug {

// Whether a program that was run has a model, an input and an optimisation, in its text and in the
// run.
using IsRelevant =
    std::function<bool(const std::string& program, const program::ProgramOutcome& outcome)>;

struct RunProposalsOptions {
  IsRelevant relevant;
  bool unsafe = false;
  std::function<bool()> should_stop;                      // may be empty
  std::function<void(size_t done, size_t all)> progress;  // may be empty
};

struct ProposalTrial {
  Proposal proposal;
  std::string status;  // of the six; "" for what is no program
  bool valid = false;  // no SyntaxError, NameError or ModuleNotFoundError
  bool relevant = false;
  bool suspected = false;  // relevant, and crashes, hangs or raises, twice alike
  std::string exception, message;
};

// One lab per framework, opened when its first program comes. In the order of the proposals; fewer
// when it was stopped.
Result<std::vector<ProposalTrial>> RunProposals(const std::vector<Proposal>& proposals,
                                                const RunProposalsOptions& options);

// Whether a message names a platform that is not here (MKL-DNN, MPS, CUDA …): the paper excludes
// such failures by name.
bool PlatformOnly(const std::string& message);

// {"programs", "valid", "relevant", "findings", "suspected", "statuses", "rules", "problems",
// "tokens", "cost", "model_seconds", "completion_tokens"}: the summary of a run, without who was
// asked. "findings" is empty: nothing here is confirmed.
nlohmann::json SummaryOf(const std::vector<ProposalTrial>& trials);

}  // namespace assay::optbug
