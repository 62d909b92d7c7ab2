// A run of programs that a model writes: asked, run, measured, kept as a whole.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/progress_line.h"
#include "optbug/model/run_proposals.h"
#include "store/store.h"

namespace assay::optbug {

struct ModelRunOptions {
  std::string framework;  // "": all
  size_t budget = 0;      // answers; 0: the plan once
  uint64_t seed = 1;
  std::vector<std::string> imported;
  bool unsafe = false;
  std::map<std::string, llm::Price> prices;              // by model
  std::function<void(const std::string& problem)> warn;  // of what prompts must do without
  std::function<bool()> should_stop;
};

struct ModelRun {
  nlohmann::json summary;  // SummaryOf, with provider, model, approach and what waits for an import
  trial::ModelUsage usage;
};

Result<ModelRun> RunModel(const Approach& approach, const ModelRunOptions& options,
                          const IsRelevant& relevant, llm::Client& client, ProgressLine& progress);

// One campaign with the summary as its tally.
Status KeepModelRun(const nlohmann::json& summary, store::Store& store);

}  // namespace assay::optbug
