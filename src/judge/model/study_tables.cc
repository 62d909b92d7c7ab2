#include "judge/model/study_tables.h"

#include <algorithm>

#include "casebook/labels.h"

namespace assay::judge::model {
namespace {

using nlohmann::json;

// Of the paper, in its order.
constexpr const char* kStatuses[] = {"crash", "exception", "flaky", "hangs", "notarget", "valid"};

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
  if (variant.waiting) return;
  const auto count = [&](Accuracy& accuracy) {
    ++accuracy.cases;
    // A program that never reaches the API says nothing of it, and nobody is asked to foretell it.
    if (!variant.consensus.answer || variant.observed.ending.status == "notarget") return;
    ++accuracy.decided;
    const std::string& said = variant.consensus.answer->result.status;
    const std::string& seen = variant.observed.ending.status;
    const bool by_chance = variant.observed.own_chance && said == "valid" && seen == "flaky";
    accuracy.right += said == seen || by_chance ? 1 : 0;
  };
  count(out.changes[variant.observed.ending.status]);
  count(out.changes_all);
}

// A disagreement on a program that does show a bug is none of the false positives.
void CountKinds(const StudyRow& row, StudyTables& out) {
  const auto count = [&](const std::string& kind) {
    if (!kind.empty()) ++out.kinds[kind];
  };
  const bool shows = row.subject.shows.value_or(row.subject.is_bug.value_or(false));
  if (row.model && !row.model->waiting && !shows) count(row.model->error_kind);
  if (row.variant && !row.variant->waiting) count(row.variant->error_kind);
  if (row.own_change.held) count(row.own_change.held->error_kind);
  count(row.own_change.rejected);
}

}  // namespace

// The paper's figures, beside ours.
json PaperJson() {
  const auto answers = [](const PaperAnswers& row) {
    return json{{"none", row.none}, {"true", row.is_true}, {"false", row.is_false}};
  };
  json out = {{"sample", answers(kPaperSample)},
              {"total", answers(kPaperTotal)},
              {"accuracy", kPaperAccuracy}};
  for (const PaperStatus& row : kPaperStatuses) out["table3"][row.status] = row.percent;
  return out;
}

json ErrorKindsJson(const std::map<std::string, size_t>& automatic,
                    const std::map<std::string, size_t>& labelled) {
  const auto of = [](const std::map<std::string, size_t>& counts, std::string_view kind) {
    const auto found = counts.find(std::string(kind));
    return found == counts.end() ? size_t{0} : found->second;
  };
  json out = json::array();
  for (const casebook::Label& label : casebook::AllLabels()) {
    // The three kinds stand right below "false"; their details below them.
    if (label.group == "false" || label.group == "true" || label.group == "unsure") continue;
    const auto group = casebook::FindLabel(std::string(label.group));
    out.push_back({{"kind", label.label},
                   {"name", label.name},
                   {"group", group.ok() ? group->name : label.group},
                   {"automatic", of(automatic, label.label)},
                   {"labelled", of(labelled, label.label)}});
  }
  return out;
}

StudyTables MakeTables(const std::vector<StudyRow>& rows) {
  StudyTables out;
  double explained = 0;
  for (const char* status : kStatuses) out.changes[status];
  for (const StudyRow& row : rows) {
    const std::string model = row.ModelAnswer();
    ++out.run[row.run_answer];
    const bool answered = row.model && !row.model->waiting;
    if (answered) {
      ++out.model[model];
      ++out.both[row.BothAnswer()];
    }
    if (row.variant) CountChange(*row.variant, out);
    if (row.own_change.held) CountChange(*row.own_change.held, out);
    CountKinds(row, out);
    if (row.explanation) {
      ++out.explanations;
      explained += *row.explanation;
    }
    if (!row.subject.is_bug) {
      ++out.unlabelled;
      continue;
    }
    const bool is_bug = *row.subject.is_bug;
    const bool shows = row.subject.shows.value_or(is_bug);
    const bool run_known = row.subject.shows || !row.subject.may_be_mended;
    if (run_known) {
      Count(row.run_answer, shows, out.run_all);
      Count(row.run_answer, shows, out.run_by_status[row.status]);
      Count(row.run_answer, shows, out.run_by_type[row.subject.bug_type]);
    }
    if (!answered) continue;
    if (run_known) Count(row.BothAnswer(), shows, out.both_all);
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
  if (row.model) out["both"] = row.BothAnswer();
  if (row.subject.shows) out["shows"] = *row.subject.shows;
  if (row.variant) out["change"] = ModelCaseJson(*row.variant);
  if (row.own_change.held) out["own_change"] = ModelCaseJson(*row.own_change.held);
  if (!row.own_change.rejected.empty()) out["change_rejected"] = row.own_change.rejected;
  if (row.explanation) out["explanation_score"] = *row.explanation;
  return out;
}

json StudyTablesJson(const StudyTables& tables, const StudyLabels& labels) {
  return {
      {"table1",
       {{"run", AnswersJson(tables.run)},
        {"model", AnswersJson(tables.model)},
        {"both", AnswersJson(tables.both)}}},
      {"table2", ErrorKindsJson(tables.kinds, LabelledKinds(labels))},
      {"unlabelled", tables.unlabelled},
      {"run",
       {{"all", AccuracyJson(tables.run_all)},
        {"by_status", AccuraciesJson(tables.run_by_status)},
        {"by_type", AccuraciesJson(tables.run_by_type)}}},
      {"model",
       {{"all", AccuracyJson(tables.model_all)},
        {"by_status", AccuraciesJson(tables.model_by_status)},
        {"by_type", AccuraciesJson(tables.model_by_type)}}},
      {"both", {{"all", AccuracyJson(tables.both_all)}}},
      {"table3",
       {{"all", AccuracyJson(tables.changes_all)}, {"by_status", AccuraciesJson(tables.changes)}}},
      {"explanations", {{"scored", tables.explanations}, {"mean", tables.explanation_mean}}}};
}

}  // namespace assay::judge::model
