// What a model says of many APIs: judged one by one, kept in the store, suspicions beside findings.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "base/progress_line.h"
#include "judge/model/judge_with_model.h"
#include "judge/subjects.h"
#include "store/store.h"

namespace assay::judge::model {

struct ModelRunOptions {
  size_t programs = 2;  // of each API that rules make, and as many that the model writes
  int samples = 3;      // answers to each question
  bool unsafe = false;
};

class ModelRun {
 public:
  ModelRun(const ModelRunOptions& options, llm::Client& client, store::Store& store);

  Status Start();

  // `stop` is asked before every question.
  Status Judge(const Batch& batch, const std::function<bool()>& stop, ProgressLine& progress);

  // {"provider", "model", "apis", counts, "spent", "suspicions"}
  nlohmann::json Finish();

 private:
  void Increase(const char* key, size_t by) { out_[key] = out_[key].get<size_t>() + by; }
  void Count(const ModelCase& one);
  Status Take(const knowledge::ApiDoc& doc, const ModelReport& report,
              const std::string& environment);
  // Kept beside the findings, as one that nobody has confirmed.
  Status Suspect(const ModelCase& one, const ModelReport& report, const std::string& environment,
                 store::CampaignStep& step);

  const ModelRunOptions run_options_;
  llm::Client& client_;
  store::Store& store_;
  ModelOptions options_;
  trial::ModelUsage spent_;
  std::set<std::string> suspected_;
  int64_t campaign_ = 0, kept_ = 0;
  nlohmann::json out_;
};

}  // namespace assay::judge::model
