#include "judge/model/study_run.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/rng.h"
#include "base/strings.h"
#include "judge/model/bug_folders.h"
#include "judge/model/study_tables.h"
#include "knowledge/api/documentation.h"
#include "knowledge/issues/issue_store.h"
#include "knowledge/issues/read.h"
#include "lab/registry.h"
#include "trial/labs.h"
#include "trial/model/surroundings.h"

namespace assay::judge::model {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

// `count` cases, as many of each kind (framework, bug type, whether it is a bug) as there are,
// drawn at random, the same with the same seed: the first ones of a folder are of one kind.
std::vector<StudyCase> SampleOf(std::vector<StudyCase> cases, size_t count, uint64_t seed) {
  std::map<std::string, std::vector<size_t>> kinds;
  for (size_t i = 0; i < cases.size(); ++i) {
    const StudyCase& one = cases[i];
    const char* bug = !one.is_bug ? "" : *one.is_bug ? "bug" : "none";
    kinds[StrCat(one.framework, "|", one.bug_type, "|", bug)].push_back(i);
  }
  Rng rng(seed);
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

Status AddCases(const std::string& source, StudyCases& out) {
  const std::string folder = source == "pool" ? lab::HomeFolder() + "/pool" : source;
  if (fs::exists(folder + "/pool.toml")) {
    ASSAY_ASSIGN(const auto programs, knowledge::LoadPool(folder));
    for (StudyCase& one : CasesOfPool(programs)) out.cases.push_back(std::move(one));
    return {};
  }
  if (HasBugFolders(folder)) {
    ASSAY_ASSIGN(BugFolderCases read, CasesOfBugFolders(folder));
    for (StudyCase& one : read.cases) out.cases.push_back(std::move(one));
    for (const auto& [why, count] : read.left_out) out.left_out[why] += count;
    return {};
  }
  std::vector<knowledge::Issue> issues;
  if (source.ends_with(".db") || source.ends_with(".sqlite")) {
    ASSAY_ASSIGN(const auto store, knowledge::IssueStore::OpenExisting(source));
    ASSAY_ASSIGN(issues, store.All());
  } else {
    ASSAY_ASSIGN(knowledge::Reading reading, knowledge::ReadIssues(source));
    out.problems.insert(out.problems.end(), reading.problems.begin(), reading.problems.end());
    issues = std::move(reading.issues);
  }
  IssueCases read = CasesOfIssues(issues);
  for (StudyCase& one : read.cases) out.cases.push_back(std::move(one));
  if (read.without_program > 0) out.left_out["without a program"] += read.without_program;
  if (read.other_platform > 0) out.left_out["for another platform"] += read.other_platform;
  return {};
}

}  // namespace

Result<StudyCases> FindStudyCases(const StudyQuery& query) {
  StudyCases out;
  for (const std::string& source : query.issues) ASSAY_RETURN_IF_ERROR(AddCases(source, out));
  std::erase_if(out.cases, [&](const StudyCase& one) {
    return !query.framework.empty() && one.framework != query.framework;
  });
  if (query.limit > 0 && out.cases.size() > query.limit) {
    out.left_out["beyond --limit"] = out.cases.size() - query.limit;
    out.cases = SampleOf(std::move(out.cases), query.limit, query.seed);
  }
  if (out.cases.empty())
    return Invalid(
        StrCat(Join(query.issues, ", "), ": no report with a program that can be run here"));
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
                 StudyOne(one, base_ ? &*base_ : nullptr, options_, client_, run_, spent_));
  }
  progress_.Clear();
  return {};
}

std::string StudyRun::Form() const {
  std::vector<FormRow> out;
  for (const StudyRow& row : rows_) {
    if (!row.model || !row.model->consensus.answer) continue;
    const Prediction& said = *row.model->consensus.answer;
    out.push_back({row.subject.id, row.api, row.status,
                   StrCat(said.result.Text(), " | ", said.final_answer), StrCat(said.score),
                   said.explanation});
  }
  return LabelForm(out);
}

json StudyRun::Out(const StudyCases& cases, const StudyLabels& labels) const {
  json details = json::array();
  std::vector<std::string> answers;
  for (const StudyRow& row : rows_) {
    details.push_back(StudyRowJson(row));
    if (row.model && row.model->consensus.answer) answers.push_back(row.subject.id);
  }
  return {{"cases", rows_.size()},
          {"left_out", cases.left_out},
          {"tables", StudyTablesJson(MakeTables(rows_), labels)},
          {"rq3", LabelsJson(labels, answers)},
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
  run_ = LabObserver(observe_, *lab_);
  if (kept_ != nullptr) {
    const std::string version = trial::InstalledVersion(framework, framework, unsafe_);
    ASSAY_ASSIGN(run_,
                 KeptObserver(observe_, StrCat(framework, " ", version), *lab_, {*kept_, mutex_}));
  }
  if (client_ == nullptr) return {};
  ASSAY_ASSIGN(const knowledge::DocumentedFramework subject,
               knowledge::FindFramework(framework, ""));
  ASSAY_ASSIGN(base_, knowledge::DocumentationOf(subject));
  options_.surroundings = trial::SurroundingsOf(framework, framework, unsafe_);
  return {};
}

}  // namespace assay::judge::model
