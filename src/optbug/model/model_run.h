// A run of programs that a model writes: asked, run, measured, kept trial by trial. What is
// answered runs while the rest waits for an import.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/progress_line.h"
#include "optbug/model/run_proposals.h"

namespace assay::optbug {

struct ModelRunOptions {
  std::string framework;  // "": all
  size_t budget = 0;      // answers; 0: the plan once
  uint64_t seed = 1;
  std::vector<std::string> imported;
  int jobs = 1;
  bool unsafe = false;
  std::string store;                                     // where it is kept
  std::map<std::string, llm::Price> prices;              // by model
  std::function<void(const std::string& problem)> warn;  // of what prompts must do without
  std::function<bool()> should_stop;
};

struct ModelRun {
  // SummaryOf all that the store holds of this run, with provider, model, approach, findings, what
  // waits for an import ("pending"), and how many programs were run now ("run_now").
  nlohmann::json summary;
  trial::ModelUsage usage;
};

// The same settings go on with the run that they began.
Result<ModelRun> RunModel(const Approach& approach, const ModelRunOptions& options,
                          llm::Client& client, ProgressLine& progress);

}  // namespace assay::optbug
