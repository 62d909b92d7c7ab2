#include "judge/model/study_case.h"

#include "base/strings.h"
#include "casebook/bug_types.h"
#include "knowledge/issues/parts.h"
#include "knowledge/text.h"
#include "trial/model/clean.h"

namespace assay::judge::model {
namespace {

// The kinds of casebook findings by the words of symptoms.def.
std::string KindOf(const std::vector<std::string>& symptoms) {
  for (const std::string& symptom : symptoms) {
    if (symptom == "crash") return "crash";
    if (symptom == "hang") return "hangs";
    if (symptom == "exception" || symptom == "compile-failure" || symptom == "unsupported")
      return "exception";
  }
  return "wrong";
}

std::string BugTypeFrom(const std::vector<std::string>& symptoms, const std::string& words) {
  casebook::ProgramFinding finding;
  finding.kind = KindOf(symptoms);
  finding.message = finding.seen.message = words;
  return std::string(casebook::BugTypeOf(finding).name);
}

bool HasWord(const std::vector<std::string>& labels,
             std::initializer_list<std::string_view> words) {
  for (const std::string& label : labels)
    for (const std::string_view word : words)
      if (Lower(label).find(word) != std::string::npos) return true;
  return false;
}

}  // namespace

std::vector<StudyCase> CasesOfPool(const std::vector<knowledge::PoolProgram>& programs) {
  std::vector<StudyCase> out;
  for (const knowledge::PoolProgram& program : programs) {
    StudyCase one;
    one.id = program.id;
    one.framework = program.framework;
    one.api = program.api;
    one.program = trial::CleanProgram(program.code);
    one.report = StrCat(program.api, ": ", program.shows);
    one.is_bug = program.outcome != "fixed";
    one.bug_type =
        BugTypeFrom({program.symptom}, program.message.empty() ? program.shows : program.message);
    out.push_back(std::move(one));
  }
  return out;
}

std::optional<bool> TakenForBug(const knowledge::Issue& issue) {
  if (knowledge::ClosedAndFixed(issue)) return true;
  if (issue.reason == "not_planned" || issue.reason == "duplicate") return false;
  if (HasWord(issue.labels, {"not a bug", "wontfix", "question", "invalid", "expected behavior"}))
    return false;
  // "bug" alone is what templates write; a word of the triagers is more.
  if (HasWord(issue.labels, {"high priority", "correctness (silent)", "actionable", "confirmed"}))
    return true;
  return std::nullopt;
}

IssueCases CasesOfIssues(const std::vector<knowledge::Issue>& issues) {
  IssueCases out;
  for (const knowledge::Issue& issue : issues) {
    const knowledge::Parts parts = knowledge::SplitIssue(issue);
    const knowledge::Block* block = parts.program();
    if (block == nullptr) {
      ++out.without_program;
      continue;
    }
    if (!parts.platforms.empty()) {
      ++out.other_platform;
      continue;
    }
    StudyCase one;
    one.id = issue.id();
    one.framework = knowledge::FrameworkOfRepo(issue.repo);
    one.program = trial::CleanProgram(block->text);
    one.report = StrCat(issue.title, ". ", parts.report);
    one.is_bug = TakenForBug(issue);
    const std::string error =
        parts.error ? StrCat(parts.error->exception, ": ", parts.error->message) : "";
    one.bug_type = BugTypeFrom(parts.symptoms, error.empty() ? issue.title : error);
    out.cases.push_back(std::move(one));
  }
  return out;
}

}  // namespace assay::judge::model
