// The study's tables: answers counted and held against labels.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "judge/model/study.h"
#include "judge/model/study_labels.h"

namespace assay::judge::model {

// Right answers among those that decide.
struct Accuracy {
  size_t right = 0, decided = 0, cases = 0;
};

struct StudyTables {
  // Answers in the form of table I: none, true, false.
  std::map<std::string, size_t> run, model, both;
  // Against the label: all, by status, by bug type. Only cases with a label.
  Accuracy run_all, model_all, both_all;
  std::map<std::string, Accuracy> run_by_status, model_by_status, run_by_type, model_by_type;
  // Table II: disagreements that are no bug, by the detail that rules see (error_kind.h,
  // CheckChange).
  std::map<std::string, size_t> kinds;
  // Table III: of programs with a changed parameter that ended with this status, those that the
  // model foretold. All six statuses have a row.
  std::map<std::string, Accuracy> changes;
  Accuracy changes_all;
  size_t explanations = 0;
  double explanation_mean = 0;
  size_t unlabelled = 0;
};
StudyTables MakeTables(const std::vector<StudyRow>& rows);

nlohmann::json StudyRowJson(const StudyRow& row);
// `labels`: of people, for the columns that only they can fill.
nlohmann::json StudyTablesJson(const StudyTables& tables, const StudyLabels& labels = {});

// Table II as rows {"kind", "name", "group", "automatic", "labelled"}: the seventeen details under
// their three kinds.
nlohmann::json ErrorKindsJson(const std::map<std::string, size_t>& automatic,
                              const std::map<std::string, size_t>& labelled);

// The paper's figures, beside ours.
nlohmann::json PaperJson();

}  // namespace assay::judge::model
