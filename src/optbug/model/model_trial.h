// One answer of a model: the program in it, what became of it, and why.
//
// Every answer is kept with a status and a reason, whatever it is worth. One that shows something
// accuses nobody: the model wrote it, and nobody has said what it must do. It is kept as a finding
// of the state "suspected" until a person has looked at it, as the paper did.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "casebook/finding.h"
#include "optbug/check.h"
#include "program/lab/program_lab.h"
#include "trial/labs.h"

namespace assay::optbug {

struct Proposal {
  std::string key;            // of the prompt in the ledger
  std::string prompt;         // what was asked
  std::string rule;           // "" for the baseline and without rules
  std::string neighbourhood;  // id; "" for the baseline
  std::string framework;
  std::string program;  // with the imports that everybody knows; "" when there is none
  // Why it is not worth running: "empty", "messy" (no Python), "duplicate" of an earlier proposal
  // or of a snippet; "" otherwise. It counts as an output all the same.
  std::string problem;
  int64_t prompt_tokens = 0, completion_tokens = 0;
  bool estimated = false;  // the tokens
  double seconds = 0, cost = 0;
};

struct ProposalTrial {
  Proposal proposal;
  std::string status;  // of the run, one of the six; "" for what is no program
  // invalid (no Python, or a name or module that is not there), irrelevant (no optimiser was given
  // a model and data), duplicate, passes, explained (it fails, and not by the optimiser's fault),
  // suspected.
  std::string state;
  std::string reason;  // of the state, in one line
  bool valid = false;  // no SyntaxError, NameError or ModuleNotFoundError
  bool relevant = false;
  bool suspected = false;
  std::string exception, message;
  std::string kind;     // of what is suspected, as in the paper: api, desugar, illogical
  std::string symptom;  // crash, hangs, exception, difference; "" otherwise
  std::string finding;  // id; "" when there is none
  std::string environment, version;
  std::vector<std::string> optimisers;  // that were called, APIs
  bool plain = false;                   // the plain form runs to its end
  // The program with a check of what it did not compare itself (quiet_difference.h); "": none.
  std::string checked;
  casebook::FailureSignature seen;  // of what is suspected
};

// The program that shows it: the checked one, or the answer's own.
inline const std::string& ShowingProgram(const ProposalTrial& trial) {
  return trial.checked.empty() ? trial.proposal.program : trial.checked;
}

// As the store keeps it, without the prompt.
nlohmann::json TrialJson(const ProposalTrial& trial);
// Throws json::exception when it is none.
ProposalTrial ReadTrial(const nlohmann::json& json);

// Runs proposals, one after another; see trial/labs.h.
class ProposalJudge {
 public:
  // Knows what optimisers document not to do, and their names.
  static Result<ProposalJudge> Open();
  Result<ProposalTrial> Judge(const Proposal& proposal, trial::Labs& labs) const;

 private:
  struct Names;
  Result<ProposalTrial> Run(ProposalTrial out, trial::Labs& labs) const;
  // A difference that the program itself does not look for.
  Status LookBehind(ProposalTrial& out, trial::Labs& labs) const;
  Status Look(const program::ProgramOutcome& outcome, ProposalTrial& out, trial::Labs& labs) const;
  std::string Explained(const program::ProgramOutcome& outcome, const ProposalTrial& trial) const;

  std::vector<Limitation> limitations_;
  std::vector<std::pair<std::string, std::string>> names_;         // API and name of optimisers
  std::vector<std::pair<std::string, std::string>> environments_;  // API and what it needs
};

// Whether a message names a platform that is not here (MKL-DNN, MPS, CUDA …): the paper excludes
// such failures by name.
bool PlatformOnly(const std::string& message);

// What is kept of a suspected one. `approach` and `model`: who was asked, and how.
casebook::ProgramFinding FindingOf(const ProposalTrial& trial, const std::string& approach,
                                   const std::string& model);

}  // namespace assay::optbug
