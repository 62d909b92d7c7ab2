#include "study/issues/ask.h"

#include "base/strings.h"
#include "llm/sorting.h"
#include "triage/classify/classify.h"

namespace assay::study {
namespace {

std::vector<llm::Category> Types() {
  std::vector<llm::Category> out;
  for (const triage::StudyClass& type : triage::AllStudyClasses())
    out.push_back({std::string(type.id), StrCat(type.major, ": ", type.description)});
  return out;
}

std::string AskedText(const Issue& issue) { return StrCat(issue.title, "\n", issue.body); }

}  // namespace

Result<llm::Prompt> LabelPrompt(const Issue& issue) {
  return llm::SortingPrompt(Types(), AskedText(issue));
}

Status TakeLabel(const nlohmann::json& answer, Issue& issue) {
  const auto sorted = llm::ReadSorted(answer, Types(), AskedText(issue));
  if (!sorted.ok())
    return Invalid(StrCat(issue.id, ": the answer is not taken: ", sorted.error().message));
  issue.given = sorted->category;
  return {};
}

}  // namespace assay::study
