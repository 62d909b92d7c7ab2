// Programs of a model, run and measured as in the paper.
//
// A program that fails accuses nobody: the model wrote it, and nobody has said what it must do. It
// is kept as suspected, for a person to look at, as the paper did.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "llm/client.h"
#include "llm/config.h"
#include "optbug/concentrate.h"
#include "optbug/model/prompts.h"
#include "trial/model/usage.h"

namespace assay::optbug {

// Programs that a model writes, step by step of the plan: what `optbug run --llm` runs.
struct ProposeOptions {
  Approach approach;
  std::string framework;  // only its neighbourhoods; "": all
  size_t count = 0;       // answers to ask for; 0: the plan once
  uint64_t seed = 1;
  Documentation documentation;               // may be empty
  std::map<std::string, llm::Price> prices;  // by model
  llm::Client::Progress progress;
};

struct Proposal {
  std::string rule;           // "" for the baseline and without rules
  std::string neighbourhood;  // id; "" for the baseline
  std::string framework;
  std::string program;  // with the imports that everybody knows; "" when there is none
  // Why it is not worth running: "empty", "messy" (no Python), "duplicate" of an earlier proposal
  // or of a snippet; "" otherwise. It counts as an output all the same.
  std::string problem;
  int64_t prompt_tokens = 0, completion_tokens = 0;
  double seconds = 0, cost = 0;
};

struct Proposals {
  std::vector<Proposal> all;  // one per answer, in the order of the plan
  trial::ModelUsage spent;
  double cost = 0;
};

// Deterministic up to the model: the same seed asks the same questions. Beyond the plan's length
// every step is asked again for another sample. Answers that wait for an import are counted in
// `spent.pending`.
Result<Proposals> ProposeByModel(const Concentration& known, const ProposeOptions& options,
                                 llm::Client& client);

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
