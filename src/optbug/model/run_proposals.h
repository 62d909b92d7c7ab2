// Programs that a model writes, step by step of the plan: asked for, run, summed up.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "llm/client.h"
#include "llm/config.h"
#include "optbug/concentrate.h"
#include "optbug/model/model_trial.h"
#include "optbug/model/prompts.h"
#include "trial/model/usage.h"

namespace assay::optbug {

struct ProposeOptions {
  Approach approach;
  std::string framework;  // only its neighbourhoods; "": all
  size_t count = 0;       // answers to ask for; 0: the plan once
  uint64_t seed = 1;
  Documentation documentation;               // may be empty
  std::map<std::string, llm::Price> prices;  // by model
  // By framework: where programs will run. May be empty.
  std::map<std::string, std::string> surroundings;
  // Environments that are not there: what a program that needs one asks for could not be run.
  std::set<std::string> missing;
  llm::Client::Progress progress;
  std::function<void(size_t made, size_t all)> making;  // prompts; may be empty
};

struct Proposals {
  std::vector<Proposal> all;  // one per answer, in the order of the plan
  trial::ModelUsage spent;
  double cost = 0;
  std::vector<std::string> notes;  // steps that no prompt could be made for, and why
};

// Deterministic up to the model: the same seed asks the same questions. Beyond the plan's length
// every step is asked again for another sample. Answers that wait for an import are counted in
// `spent.pending`.
Result<Proposals> ProposeByModel(const Concentration& known, const ProposeOptions& options,
                                 llm::Client& client);

struct RunProposalsOptions {
  int jobs = 1;
  bool unsafe = false;
  std::function<bool()> should_stop;  // may be empty
};

// Called with trials in the order of the proposals, never with none.
using OnTrials = std::function<Status(std::vector<ProposalTrial> trials)>;

// Fewer than all when it was stopped.
Status RunProposals(const std::vector<Proposal>& proposals, const RunProposalsOptions& options,
                    const OnTrials& on_trials);

// {"programs", "outputs" (the same), "valid", "relevant", "suspected", "statuses", "states",
// "rules", "problems", "tokens", "estimated", "cost", "model_seconds", "completion_tokens"}: the
// summary of a run, without who was asked.
nlohmann::json SummaryOf(const std::vector<ProposalTrial>& trials);

}  // namespace assay::optbug
