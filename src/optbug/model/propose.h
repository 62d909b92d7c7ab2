// Programs that a model writes, step by step of the plan: what `optbug run --llm` runs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "llm/client.h"
#include "llm/config.h"
#include "optbug/concentrate.h"
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

}  // namespace assay::optbug
