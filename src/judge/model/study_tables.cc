// Answers counted and held against labels.
#include "judge/model/study.h"

namespace assay::judge::model {
namespace {

using nlohmann::json;

// "false" is right when it is a bug, "true" when it is none.
void Count(const std::string& answer, bool is_bug, Accuracy& out) {
  ++out.cases;
  if (answer == "none") return;
  ++out.decided;
  out.right += (answer == "false") == is_bug ? 1 : 0;
}

json AccuracyJson(const Accuracy& accuracy) {
  json out = {{"cases", accuracy.cases}, {"decided", accuracy.decided}, {"right", accuracy.right}};
  out["accuracy"] =
      accuracy.decided == 0
          ? json()
          : json(static_cast<double>(accuracy.right) / static_cast<double>(accuracy.decided));
  return out;
}

json AccuraciesJson(const std::map<std::string, Accuracy>& accuracies) {
  json out = json::object();
  for (const auto& [name, accuracy] : accuracies) out[name] = AccuracyJson(accuracy);
  return out;
}

json AnswersJson(const std::map<std::string, size_t>& answers) {
  json out = {{"none", 0}, {"true", 0}, {"false", 0}};
  for (const auto& [name, count] : answers) out[name] = count;
  return out;
}

void CountChange(const ModelCase& variant, StudyTables& out) {
  if (variant.observed.ending.status == "notarget") return;  // says nothing of the API
  const auto count = [&](Accuracy& accuracy) {
    ++accuracy.cases;
    if (!variant.consensus.answer) return;
    ++accuracy.decided;
    accuracy.right +=
        variant.consensus.answer->result.status == variant.observed.ending.status ? 1 : 0;
  };
  count(out.changes[variant.observed.ending.status]);
  count(out.changes_all);
}

}  // namespace

StudyTables MakeTables(const std::vector<StudyRow>& rows) {
  StudyTables out;
  double explained = 0;
  for (const StudyRow& row : rows) {
    const std::string model = row.ModelAnswer();
    ++out.run[row.run_answer];
    if (row.model) ++out.model[model];
    if (row.variant) CountChange(*row.variant, out);
    if (row.explanation) {
      ++out.explanations;
      explained += *row.explanation;
    }
    if (!row.subject.is_bug) {
      ++out.unlabelled;
      continue;
    }
    const bool is_bug = *row.subject.is_bug;
    Count(row.run_answer, is_bug, out.run_all);
    Count(row.run_answer, is_bug, out.run_by_status[row.status]);
    Count(row.run_answer, is_bug, out.run_by_type[row.subject.bug_type]);
    if (!row.model) continue;
    Count(model, is_bug, out.model_all);
    Count(model, is_bug, out.model_by_status[row.status]);
    Count(model, is_bug, out.model_by_type[row.subject.bug_type]);
  }
  if (out.explanations > 0)
    out.explanation_mean = explained / static_cast<double>(out.explanations);
  return out;
}

json StudyRowJson(const StudyRow& row) {
  json out = {{"id", row.subject.id},
              {"framework", row.subject.framework},
              {"api", row.api},
              {"bug_type", row.subject.bug_type},
              {"label", row.subject.is_bug ? json(*row.subject.is_bug ? "false" : "true") : json()},
              {"status", row.status},
              {"run", row.run_answer}};
  if (row.model) {
    out["model"] = row.ModelAnswer();
    out["judged"] = ModelCaseJson(*row.model);
  }
  if (row.variant) out["change"] = ModelCaseJson(*row.variant);
  if (row.explanation) out["explanation_score"] = *row.explanation;
  return out;
}

json StudyTablesJson(const StudyTables& tables) {
  return {
      {"table1", {{"run", AnswersJson(tables.run)}, {"model", AnswersJson(tables.model)}}},
      {"unlabelled", tables.unlabelled},
      {"run",
       {{"all", AccuracyJson(tables.run_all)},
        {"by_status", AccuraciesJson(tables.run_by_status)},
        {"by_type", AccuraciesJson(tables.run_by_type)}}},
      {"model",
       {{"all", AccuracyJson(tables.model_all)},
        {"by_status", AccuraciesJson(tables.model_by_status)},
        {"by_type", AccuraciesJson(tables.model_by_type)}}},
      {"table3",
       {{"all", AccuracyJson(tables.changes_all)}, {"by_status", AccuraciesJson(tables.changes)}}},
      {"explanations", {{"scored", tables.explanations}, {"mean", tables.explanation_mean}}}};
}

}  // namespace assay::judge::model
