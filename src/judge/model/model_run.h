// What a model says of many APIs: judged one by one, kept in the store, suspicions beside findings.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/progress_line.h"
#include "judge/model/judge_with_model.h"
#include "judge/subjects.h"
#include "store/store.h"
#include "trial/dialect.h"

namespace assay::judge::model {

struct ModelRunOptions {
  size_t programs = 2;   // of each API that rules make; one more seed and holes of the model
  int generations = 3;   // of mutants
  int samples = 3;       // answers to each question
  int jobs = 1;          // APIs at the same time
  size_t questions = 0;  // at most so many; 0: no limit
  bool unsafe = false;
};

class ModelRun {
 public:
  ModelRun(const ModelRunOptions& options, llm::Client& client, store::Store& store);

  // Goes on with the store's last run where that was of the same settings and left something to do.
  Status Start();

  // `stop` is asked before every question.
  Status Judge(const Batch& batch, const std::function<bool()>& stop, ProgressLine& progress);

  // {"provider", "model", "apis", counts, "spent", "suspicions"}
  nlohmann::json Finish();

 private:
  // Once for each API: what was found before is taken from the store.
  Result<std::vector<std::string>> WorkingPrograms(const knowledge::ApiDoc& doc,
                                                   const std::string& environment,
                                                   const trial::Dialect& dialect,
                                                   program::ProgramLab& lab);
  class Batches;
  void Increase(const char* key, size_t by) { out_[key] = out_[key].get<size_t>() + by; }
  void Count(const ModelCase& one);
  Status Take(const knowledge::ApiDoc& doc, const ModelReport& report,
              const std::string& environment);
  // Kept beside the findings, as one that nobody has confirmed. Its id.
  Result<std::string> Suspect(const ModelCase& one, const ModelReport& report,
                              const std::string& environment, store::CampaignStep& step);

  const ModelRunOptions run_options_;
  llm::Client& client_;
  store::Store& store_;
  std::mutex mutex_;  // of everything here and of the store, while several APIs are judged
  ModelOptions options_;
  trial::ModelUsage spent_;
  std::set<std::string> suspected_;
  std::map<std::string, int64_t> places_;  // of reports in the campaign, by framework and API
  int64_t campaign_ = 0;
  bool unfinished_ = false;  // something waits, or was left
  nlohmann::json out_;
};

// Whether the last run of a model in the store has something left to do.
Result<bool> WaitsForAnswers(const store::Store& store);

}  // namespace assay::judge::model
