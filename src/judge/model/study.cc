#include "judge/model/study.h"

#include "judge/model/overlap.h"
#include "trial/issue.h"

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

}  // namespace

std::string StudyRow::ModelAnswer() const {
  if (!model) return "none";
  const std::string answer = model->consensus.Final();
  return answer == "true" || answer == "false" ? answer : "none";
}

std::string RunAnswer(const program::ProgramOutcome& outcome) {
  switch (outcome.status) {
    case ProgramStatus::kValid:
      return "true";
    case ProgramStatus::kCrash:
      return "false";
    case ProgramStatus::kHangs:
      return outcome.run.busy < kIdle ? "false" : "none";
    case ProgramStatus::kException:
      return outcome.run.exception == "AssertionError" ? "false" : "none";
    case ProgramStatus::kFlaky:
    case ProgramStatus::kNoTarget:
      break;
  }
  return "none";
}

Result<StudyRow> StudyOne(const StudyCase& subject, const knowledge::ApiBase* base,
                          const ModelOptions& options, llm::Client* client,
                          program::ProgramLab& lab, trial::ModelUsage& spent) {
  StudyRow out{.subject = subject};
  // No API is watched for: repros reach theirs through a compiler as often as not.
  ASSAY_ASSIGN(const Observed observed, Observe(subject.program, "", options.observe, lab));
  out.status = observed.ending.status;
  out.run_answer = RunAnswer(observed.outcome);
  if (client == nullptr || base == nullptr) return out;
  const knowledge::ApiDoc* doc = DocOf(subject, *base, observed.outcome.run.line);
  if (doc == nullptr) return out;
  out.api = doc->name;
  ASSAY_ASSIGN(out.model,
               PredictCase(*doc, "issue", subject.program, observed, options, *client, spent));
  if (out.model->consensus.answer)
    out.explanation = ExplanationScore(out.model->consensus.answer->explanation, subject.report);
  if (options.changes && observed.ending.status == "valid") {
    ASSAY_ASSIGN(out.variant,
                 PredictVariant(*doc, subject.program, observed, options, *client, lab, spent));
  }
  return out;
}

}  // namespace assay::judge::model
