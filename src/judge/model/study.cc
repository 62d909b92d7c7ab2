#include "judge/model/study.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>
#include <string_view>

#include "base/strings.h"
#include "casebook/bug_types.h"
#include "knowledge/issues/parts.h"
#include "knowledge/text.h"
#include "trial/issue.h"
#include "trial/model/answer.h"

namespace assay::judge::model {
namespace {

using program::ProgramStatus;

// Who works so little of the time waits for something that does not come; who works more may only
// be slow.
constexpr double kIdle = 0.1;

// The documented API that the program is about.
const knowledge::ApiDoc* DocOf(const StudyCase& subject, const knowledge::ApiBase& base,
                               int failing_line) {
  if (!subject.api.empty())
    if (const knowledge::ApiDoc* doc = knowledge::FindDoc(base, subject.api)) return doc;
  const auto calls = trial::DocumentedCalls(subject.program, base);
  const trial::IssueCall* suspect = trial::Suspect(calls, failing_line);
  return suspect == nullptr ? nullptr : suspect->doc;
}

// The further ones that it calls, each once.
OtherDocs OthersOf(const StudyCase& subject, const knowledge::ApiBase& base,
                   const knowledge::ApiDoc& main) {
  OtherDocs out;
  for (const trial::IssueCall& call : trial::DocumentedCalls(subject.program, base))
    if (call.doc != nullptr && call.doc != &main && std::ranges::find(out, call.doc) == out.end())
      out.push_back(call.doc);
  return out;
}

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

bool HasWord(const std::vector<std::string>& labels,
             std::initializer_list<std::string_view> words) {
  for (const std::string& label : labels)
    for (const std::string_view word : words)
      if (Lower(label).find(word) != std::string::npos) return true;
  return false;
}

constexpr size_t kLeastLetters = 4;

bool IsCommon(const std::string& word) {
  constexpr std::string_view kCommon[] = {
#define WORD(word) word,
#include "judge/model/common_words.def"
#undef WORD
  };
  return std::ranges::find(kCommon, word) != std::end(kCommon);
}

bool HasDigit(const std::string& word) {
  return std::ranges::any_of(word, [](unsigned char c) { return std::isdigit(c) != 0; });
}

}  // namespace

std::string StudyRow::ModelAnswer() const {
  if (!model) return "none";
  const std::string answer = model->consensus.Final();
  return answer == "true" || answer == "false" ? answer : "none";
}

std::string StudyRow::BothAnswer() const {
  if (!model || model->waiting) return "none";
  const Agreement agreement = model->compared.agreement;
  return agreement == Agreement::kAgree      ? "true"
         : agreement == Agreement::kDisagree ? "false"
                                             : "none";
}

std::string PlainReport(const std::string& program) { return trial::CleanProgram(program); }

std::string BugTypeOfReport(const std::vector<std::string>& symptoms, const std::string& words) {
  casebook::ProgramFinding finding;
  finding.kind = KindOf(symptoms);
  finding.message = finding.seen.message = words;
  return std::string(casebook::BugTypeOf(finding).name);
}

std::string RunAnswer(const program::ProgramOutcome& outcome, Checks checks) {
  const char* const passes = checks == Checks::kPassWhenBug ? "false" : "true";
  const char* const fails = checks == Checks::kPassWhenBug ? "true" : "false";
  switch (outcome.status) {
    case ProgramStatus::kValid:
      return passes;
    case ProgramStatus::kCrash:
      return "false";
    case ProgramStatus::kHangs:
      return outcome.run.busy < kIdle ? "false" : "none";
    case ProgramStatus::kException:
      return outcome.run.exception == "AssertionError" && checks != Checks::kUnknown ? fails
                                                                                     : "none";
    case ProgramStatus::kFlaky:
    case ProgramStatus::kNoTarget:
      break;
  }
  return "none";
}

Result<StudyRow> StudyOne(const StudyCase& subject, const knowledge::ApiBase* base,
                          const ModelOptions& options, llm::Client* client, const Observer& observe,
                          trial::ModelUsage& spent) {
  StudyRow out{.subject = subject};
  // No API is watched for: repros reach theirs through a compiler as often as not.
  ASSAY_ASSIGN(Observed observed, observe(subject.program, ""));
  out.status = observed.ending.status;
  out.run_answer = RunAnswer(observed.outcome, subject.checks);
  if (client == nullptr || base == nullptr) return out;
  const knowledge::ApiDoc* doc = DocOf(subject, *base, observed.outcome.run.line);
  if (doc == nullptr) return out;
  out.api = doc->name;
  ASSAY_ASSIGN(out.model, PredictCase({*doc, OthersOf(subject, *base, *doc)}, "issue",
                                      subject.program, observed, options, *client, spent));
  if (out.model->consensus.answer)
    out.explanation = ExplanationScore(out.model->consensus.answer->explanation, subject.report);
  if (!options.changes) return out;
  // Now with its result: what a change does to the elements is seen beside it.
  if (observed.ending.status == "valid" && !ResultVariable(subject.program, doc->name).empty()) {
    ASSAY_ASSIGN(observed, observe(subject.program, doc->name));
  }
  ASSAY_ASSIGN(out.variant,
               PredictVariant(*doc, subject.program, observed, options, *client, observe, spent));
  ASSAY_ASSIGN(out.own_change,
               PredictOwnChange(*doc, subject.program, observed, options, *client, observe, spent));
  return out;
}

std::vector<StudyCase> CasesOfPool(const std::vector<knowledge::PoolProgram>& programs) {
  std::vector<StudyCase> out;
  for (const knowledge::PoolProgram& program : programs) {
    // Needs more than the framework's own environment, which is what a case runs in.
    if (!program.environment.empty() && program.environment != program.framework) continue;
    StudyCase one{.id = program.id,
                  .framework = program.framework,
                  .api = program.api,
                  .program = PlainReport(program.code),
                  .report = StrCat(program.api, ": ", program.shows),
                  .is_bug = true,
                  .shows = program.outcome != "fixed"};
    one.bug_type = BugTypeOfReport({program.symptom},
                                   program.message.empty() ? program.shows : program.message);
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
    StudyCase one{.id = issue.id(),
                  .framework = knowledge::FrameworkOfRepo(issue.repo),
                  .program = PlainReport(block->text),
                  .report = StrCat(issue.title, ". ", parts.report),
                  .is_bug = TakenForBug(issue)};
    const std::string error =
        parts.error ? StrCat(parts.error->exception, ": ", parts.error->message) : "";
    one.bug_type = BugTypeOfReport(parts.symptoms, error.empty() ? issue.title : error);
    out.cases.push_back(std::move(one));
  }
  return out;
}

std::vector<std::string> KeyWords(const std::string& text) {
  std::vector<std::string> out;
  std::set<std::string> seen;
  std::string word;
  const auto finish = [&] {
    if (word.size() > kLeastLetters && word.ends_with('s') && !word.ends_with("ss"))
      word.pop_back();
    const bool counts = word.size() >= kLeastLetters || HasDigit(word);
    if (counts && !IsCommon(word) && seen.insert(word).second) out.push_back(word);
    word.clear();
  };
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || c == '_')
      word += static_cast<char>(std::tolower(byte));
    else
      finish();
  }
  finish();
  return out;
}

std::optional<double> ExplanationScore(const std::string& explanation, const std::string& report) {
  const std::vector<std::string> wanted = KeyWords(report), told = KeyWords(explanation);
  if (wanted.empty()) return std::nullopt;
  const std::set<std::string> said(told.begin(), told.end());
  const auto found =
      std::ranges::count_if(wanted, [&](const std::string& word) { return said.contains(word); });
  return static_cast<double>(found) / static_cast<double>(wanted.size());
}

}  // namespace assay::judge::model
