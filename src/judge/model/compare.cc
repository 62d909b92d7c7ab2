#include "judge/model/compare.h"

#include <array>

#include "base/strings.h"
#include "judge/model/doc_text.h"

namespace assay::judge::model {
namespace {

using program::ProgramStatus;

// Why a run says nothing of the API; "" when it does.
std::string Useless(const Observed& observed) {
  const program::ProgramRun& run = observed.outcome.run;
  if (observed.outcome.status == ProgramStatus::kNoTarget) return "the API was not called";
  if (run.invalid) return StrCat("no valid code: ", run.exception);
  if (run.exception == "MemoryError" || run.limit == "memory" || run.limit == "output")
    return StrCat("the limit on ", run.limit.empty() ? "memory" : run.limit, " was reached");
  return "";
}

bool Documents(const knowledge::ApiDoc& doc, const std::string& exception) {
  return DocumentationText(doc, SIZE_MAX).find(exception) != std::string::npos;
}

Compared Differs(const char* what, const std::string& predicted, const std::string& seen) {
  return {Agreement::kDisagree, StrCat(what, " ", predicted, " was expected, ", seen, " was seen")};
}

}  // namespace

std::string_view AgreementName(Agreement agreement) {
  constexpr std::array<std::string_view, 3> kNames = {"agree", "disagree", "unknown"};
  return kNames[static_cast<size_t>(agreement)];
}

Compared CompareEndings(const Ending& predicted, const Observed& observed,
                        const knowledge::ApiDoc& doc) {
  const std::string useless = Useless(observed);
  if (!useless.empty()) return {Agreement::kUnknown, useless};
  const Ending& seen = observed.ending;
  if (predicted.status.empty()) return {Agreement::kUnknown, "no status was predicted"};
  if (predicted.status != seen.status) return Differs("status", predicted.status, seen.Text());
  const auto differ = [](const std::string& a, const std::string& b) {
    return !a.empty() && !b.empty() && a != b;
  };
  if (differ(predicted.exception, seen.exception) && Documents(doc, predicted.exception))
    return Differs("exception", predicted.exception, seen.exception);
  if (differ(predicted.shape, seen.shape)) return Differs("shape", predicted.shape, seen.shape);
  if (differ(predicted.dtype, seen.dtype)) return Differs("dtype", predicted.dtype, seen.dtype);
  return {Agreement::kAgree, ""};
}

Compared Compare(const Consensus& consensus, const Observed& observed,
                 const knowledge::ApiDoc& doc) {
  if (!consensus.answer) return {Agreement::kUnknown, "the runs of the model decide nothing"};
  if (consensus.answer->final_answer == "none")
    return {Agreement::kUnknown, "the model cannot tell"};
  return CompareEndings(consensus.answer->result, observed, doc);
}

}  // namespace assay::judge::model
