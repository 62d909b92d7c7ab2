// The study over many reports: which programs, one after the other, and what it comes to.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/progress_line.h"
#include "judge/model/study_tables.h"

namespace assay::judge::model {

struct StudyQuery {
  // Each "pool", a pool's folder, a store of `assay issues`, a dump or a folder of bugs.
  std::vector<std::string> issues;
  std::string framework;  // only its programs; "": all
  size_t limit = 0;       // a sample of so many over all kinds of reports; 0: all
  uint64_t seed = 1;      // of the sample
};

struct StudyCases {
  std::vector<StudyCase> cases;
  std::map<std::string, size_t> left_out;  // by reason
  std::vector<std::string> problems;       // of files that cannot be read
};

// An error when there is no program that can be run here.
Result<StudyCases> FindStudyCases(const StudyQuery& query);

class StudyRun {
 public:
  // `client` null: no model is asked. `options` say how, and how programs are run. `kept`: where
  // runs are kept, so that the next round repeats none; null: nowhere.
  StudyRun(const ModelOptions& options, const ObserveOptions& observe, bool unsafe,
           llm::Client* client, store::Store* kept)
      : options_(options), observe_(observe), unsafe_(unsafe), client_(client), kept_(kept) {}

  // All cases of one framework after the other: a lab holds one. Adds to `cases.left_out`.
  Status Run(StudyCases& cases);

  // As `assay judge validate --json` prints it.
  nlohmann::json Out(const StudyCases& cases, const StudyLabels& labels) const;
  // For people to say whether the answers are right; see study_labels.h.
  std::string Form() const;
  size_t pending() const { return spent_.pending; }

 private:
  Status Enter(const std::string& framework);

  ModelOptions options_;
  const ObserveOptions observe_;
  const bool unsafe_;
  llm::Client* client_;
  store::Store* kept_;
  std::mutex mutex_;  // of `kept_`, which this thread alone uses
  trial::ModelUsage spent_;
  std::optional<program::ProgramLab> lab_;
  Observer run_;  // in `lab_`
  std::optional<knowledge::ApiBase> base_;
  std::string entered_ = "\n";  // no framework's name
  std::vector<StudyRow> rows_;
  ProgressLine progress_;
};

}  // namespace assay::judge::model
