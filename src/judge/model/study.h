// The effectiveness study of ATOC (section III-B, tables I and III) on programs of reports.
//
// Two oracles answer of every program: true, it behaves as documented; false, it shows a bug; none,
// it cannot be told.
//   run    what the program does here: it runs to its end (true); it crashes, hangs without doing
//          anything, or fails an assertion of its own (false); anything else (none): one that still
//          computes when its time is over may only be slow
//   model  the final answer of the language model, which sees program and documentation only
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "judge/model/judge_with_model.h"
#include "judge/model/study_case.h"
#include "knowledge/api/api_base.h"

namespace assay::judge::model {

struct StudyRow {
  StudyCase subject;
  std::string api;     // that the model was asked about; "": none is documented
  std::string status;  // of the run
  std::string run_answer;
  std::optional<ModelCase> model;    // nothing: no model was asked
  std::optional<ModelCase> variant;  // one parameter changed by rule
  std::optional<double> explanation;
  std::string ModelAnswer() const;  // true, false or none; unknown counts as none
};

// What the run alone says.
std::string RunAnswer(const program::ProgramOutcome& outcome);

// `client` null: only the run. `base`: documentation of the framework, for the model.
Result<StudyRow> StudyOne(const StudyCase& subject, const knowledge::ApiBase* base,
                          const ModelOptions& options, llm::Client* client,
                          program::ProgramLab& lab, trial::ModelUsage& spent);

// Right answers among those that decide.
struct Accuracy {
  size_t right = 0, decided = 0, cases = 0;
};

struct StudyTables {
  // Answers in the form of table I: none, true, false.
  std::map<std::string, size_t> run, model;
  // Against the label: all, by status, by bug type. Only cases with a label.
  Accuracy run_all, model_all;
  std::map<std::string, Accuracy> run_by_status, model_by_status, run_by_type, model_by_type;
  // Table III: of programs with a changed parameter that ended with this status, those that the
  // model foretold.
  std::map<std::string, Accuracy> changes;
  Accuracy changes_all;
  size_t explanations = 0;
  double explanation_mean = 0;
  size_t unlabelled = 0;
};
StudyTables MakeTables(const std::vector<StudyRow>& rows);

nlohmann::json StudyRowJson(const StudyRow& row);
nlohmann::json StudyTablesJson(const StudyTables& tables);

}  // namespace assay::judge::model
