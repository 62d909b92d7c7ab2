#include "judge/model/study_run.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/rng.h"
#include "base/strings.h"
#include "judge/model/study.h"
#include "knowledge/api/documentation.h"
#include "knowledge/issues/issue_store.h"
#include "knowledge/issues/read.h"
#include "lab/registry.h"

namespace assay::judge::model {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr uint64_t kSampleSeed = 1;

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

// `count` cases, as many of each kind (framework, bug type, whether it is a bug) as there are,
// drawn at random but always the same: the first ones of a folder are of one kind.
std::vector<StudyCase> SampleOf(std::vector<StudyCase> cases, size_t count) {
  std::map<std::string, std::vector<size_t>> kinds;
  for (size_t i = 0; i < cases.size(); ++i) {
    const StudyCase& one = cases[i];
    const char* bug = !one.is_bug ? "" : *one.is_bug ? "bug" : "none";
    kinds[StrCat(one.framework, "|", one.bug_type, "|", bug)].push_back(i);
  }
  Rng rng(kSampleSeed);
  std::vector<size_t> chosen;
  while (chosen.size() < count)
    for (auto& [kind, left] : kinds) {
      if (left.empty() || chosen.size() == count) continue;
      const auto at = rng.Int(0, static_cast<int64_t>(left.size()) - 1);
      chosen.push_back(left[static_cast<size_t>(at)]);
      left.erase(left.begin() + at);
    }
  std::ranges::sort(chosen);
  std::vector<StudyCase> out;
  for (const size_t i : chosen) out.push_back(std::move(cases[i]));
  return out;
}

}  // namespace

Result<StudyCases> FindStudyCases(const StudyQuery& query) {
  StudyCases out;
  const std::string folder = query.issues == "pool" ? lab::HomeFolder() + "/pool" : query.issues;
  if (fs::exists(folder + "/pool.toml")) {
    ASSAY_ASSIGN(const auto programs, knowledge::LoadPool(folder));
    out.cases = CasesOfPool(programs);
  } else {
    std::vector<knowledge::Issue> issues;
    if (query.issues.ends_with(".db") || query.issues.ends_with(".sqlite")) {
      ASSAY_ASSIGN(const auto store, knowledge::IssueStore::OpenExisting(query.issues));
      ASSAY_ASSIGN(issues, store.All());
    } else {
      ASSAY_ASSIGN(knowledge::Reading reading, knowledge::ReadIssues(query.issues));
      out.problems = std::move(reading.problems);
      issues = std::move(reading.issues);
    }
    IssueCases read = CasesOfIssues(issues);
    out.cases = std::move(read.cases);
    if (read.without_program > 0) out.left_out["without a program"] = read.without_program;
    if (read.other_platform > 0) out.left_out["for another platform"] = read.other_platform;
  }
  std::erase_if(out.cases, [&](const StudyCase& one) {
    return !query.framework.empty() && one.framework != query.framework;
  });
  if (query.limit > 0 && out.cases.size() > query.limit) {
    out.left_out["beyond --limit"] = out.cases.size() - query.limit;
    out.cases = SampleOf(std::move(out.cases), query.limit);
  }
  if (out.cases.empty())
    return Invalid(StrCat(query.issues, ": no report with a program that can be run here"));
  return out;
}

Status StudyRun::Run(StudyCases& cases) {
  std::ranges::stable_sort(cases.cases, {}, &StudyCase::framework);
  for (size_t i = 0; i < cases.cases.size(); ++i) {
    const StudyCase& one = cases.cases[i];
    progress_.Show(StrCat("validate: ", i + 1, " of ", cases.cases.size(), ", ", one.id));
    ASSAY_RETURN_IF_ERROR(Enter(one.framework));
    if (!lab_) {
      ++cases.left_out["whose framework is not installed"];
      continue;
    }
    ASSAY_ASSIGN(rows_.emplace_back(),
                 StudyOne(one, base_ ? &*base_ : nullptr, options_, client_, *lab_, spent_));
  }
  progress_.Clear();
  return {};
}

json StudyRun::Out(const StudyCases& cases) const {
  json details = json::array();
  for (const StudyRow& row : rows_) details.push_back(StudyRowJson(row));
  return {{"cases", rows_.size()},
          {"left_out", cases.left_out},
          {"tables", StudyTablesJson(MakeTables(rows_))},
          {"paper", PaperJson()},
          {"explanation_measure", "share of the report's key words that the explanation has"},
          {"spent", client_ == nullptr ? json() : json(spent_)},
          {"details", std::move(details)}};
}

Status StudyRun::Enter(const std::string& framework) {
  if (entered_ == framework) return {};
  entered_ = framework;
  lab_.reset();
  base_.reset();
  if (framework.empty() || !program::FindEnvironment(framework).ok()) return {};
  ASSAY_ASSIGN(auto lab, program::ProgramLab::Open({framework, unsafe_, false}));
  lab_.emplace(std::move(lab));
  if (client_ == nullptr) return {};
  ASSAY_ASSIGN(const knowledge::DocumentedFramework subject,
               knowledge::FindFramework(framework, ""));
  ASSAY_ASSIGN(base_, knowledge::DocumentationOf(subject));
  return {};
}

// Answers counted and held against labels.
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
