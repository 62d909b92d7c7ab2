// The method of ATOC on one API: a model writes programs, says of every program what must happen by
// the documentation, and what happens when one parameter changes; then all of it is run.
//
// Where run and prediction differ there is a suspicion: whether the model or the framework is wrong
// is for a person to say. With --llm file questions wait; what is answered is judged, and
// `spent.pending` says that the report is not whole yet.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "judge/model/compare.h"
#include "judge/model/generate.h"
#include "judge/model/observe.h"
#include "judge/model/predict.h"
#include "llm/client.h"
#include "trial/model/usage.h"

namespace assay::judge::model {

struct ModelOptions {
  int seeds = 1;       // programs that the model writes itself
  size_t mutants = 1;  // holes that it fills in each generation, in those and in the given ones
  int generations = 1;
  int samples = 3;                    // runs of the model for each prediction
  bool changes = true;                // also ask what one changed parameter does
  std::string surroundings;           // what programs will run with, for prompts; "": not told
  std::function<bool()> should_stop;  // asked before every question
};

// One program with what was expected of it and what was seen.
struct ModelCase {
  // Who wrote it: rules, seed, an operator of operators.def, change-by-rules, change-by-model,
  // issue.
  std::string source;
  std::string parameter;  // of changes
  std::string program;
  Consensus consensus;
  Observed observed;
  Compared compared;
  std::string before;  // of changes: the status of the program that was changed
  // Of a disagreement: which of the study's false positives it would be (error_kind.h).
  std::string error_kind;
  bool waiting = false;             // not all of its questions are answered
  std::string prompt, prompt_text;  // its first question: the key in the ledger, and the words
  bool suspected() const { return compared.agreement == Agreement::kDisagree; }
};

struct ModelReport {
  std::string api, framework, version;
  std::vector<ModelCase> cases;
  // Programs that the model wrote, by the status of their run; those that were not run by reason.
  std::map<std::string, size_t> generated, not_run;
  // New programs for a changed parameter that were turned down, by label (casebook/labels.def).
  std::map<std::string, size_t> changes_rejected;
  std::map<std::string, Bandit::Arm, std::less<>> operators;  // of mutations, with their success
  int generations = 0;
  trial::ModelUsage spent;
  bool stopped = false;  // not whole: should_stop said so
};

// What a program calls, by its documentation: the API that it is about, and the others.
struct Documents {
  const knowledge::ApiDoc& doc;
  OtherDocs others;
};

// Asks what `program` must do, and holds it against `observed`.
Result<ModelCase> PredictCase(const Documents& documents, const std::string& source,
                              const std::string& program, const Observed& observed,
                              const ModelOptions& options, llm::Client& client,
                              trial::ModelUsage& spent);

// The same for the program with one parameter changed by rule; `before` is the run of `program`,
// however it ended. Nothing when no parameter can be changed so.
Result<std::optional<ModelCase>> PredictVariant(const knowledge::ApiDoc& doc,
                                                const std::string& program, const Observed& before,
                                                const ModelOptions& options, llm::Client& client,
                                                const Observer& observe, trial::ModelUsage& spent);

// The same with a new program that the model writes itself; it and what is said of it come in one
// answer, which therefore stands alone: its score decides.
struct OwnChange {
  std::optional<ModelCase> held;
  std::string rejected;  // the label of CheckChange
};
Result<OwnChange> PredictOwnChange(const knowledge::ApiDoc& doc, const std::string& program,
                                   const Observed& before, const ModelOptions& options,
                                   llm::Client& client, const Observer& observe,
                                   trial::ModelUsage& spent);

// `programs`: valid ones that call the API.
Result<ModelReport> JudgeWithModel(const knowledge::ApiDoc& doc,
                                   const std::vector<std::string>& programs,
                                   const ModelOptions& options, llm::Client& client,
                                   const Observer& observe);

nlohmann::json ModelReportJson(const ModelReport& report);
nlohmann::json ModelCaseJson(const ModelCase& one);

}  // namespace assay::judge::model
