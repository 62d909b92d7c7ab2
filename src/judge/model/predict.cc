#include "judge/model/predict.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/strings.h"
#include "judge/model/doc_text.h"
#include "llm/template.h"
#include "trial/model/answer.h"

namespace assay::judge::model {
namespace {

// Sums that differ by no more are called equal by nobody and larger by nobody.
constexpr double kSameSum = 1e-6;

std::string SeenValues(const Observed& before, const Observed& after) {
  if (before.digest.empty() || after.digest.empty()) return "none";
  if (before.digest == after.digest) return "equal";
  if (!before.sum || !after.sum) return "different";
  const double margin = kSameSum * (1 + std::abs(*before.sum));
  if (*after.sum > *before.sum + margin) return "larger";
  return *after.sum < *before.sum - margin ? "smaller" : "different";
}

bool SameValues(const std::string& predicted, const std::string& seen) {
  if (predicted == "none" || predicted.empty() || seen == "none") return true;
  return predicted == seen || (predicted == "different" && seen != "equal");
}

// The template with the API and its documentation; what of that does not fit is named.
Result<llm::Prompt> Filled(const char* name, const knowledge::ApiDoc& doc, const Shown& shown,
                           std::map<std::string, std::string> values,
                           const OtherDocs& others = {}) {
  std::vector<std::string> left_out;
  values["api"] = doc.name;
  values["documentation"] = DocumentationOfAll(doc, others, shown.doc_bytes, left_out);
  values["surroundings"] = SurroundingsLine(shown);
  ASSAY_ASSIGN(const llm::Template words, llm::Template::Load(name));
  ASSAY_ASSIGN(llm::Prompt prompt, words.Fill(values));
  prompt.left_out = std::move(left_out);
  return prompt;
}

}  // namespace

size_t DocBytes(int64_t context) {
  constexpr int64_t kBytesPerToken = 3, kPart = 2;
  return std::max(kMostDocBytes, static_cast<size_t>(context * kBytesPerToken / kPart));
}

std::string SurroundingsLine(const Shown& shown) {
  return shown.surroundings.empty() ? "" : StrCat("It runs with ", shown.surroundings, ".\n");
}

std::vector<llm::Prompt> Samples(llm::Prompt prompt, int samples) {
  prompt.pipeline = "judge";
  std::vector<llm::Prompt> out;
  for (prompt.sample = 0; prompt.sample < samples; ++prompt.sample) out.push_back(prompt);
  return out;
}

Result<std::vector<llm::Prompt>> PredictionPrompts(const knowledge::ApiDoc& doc,
                                                   const std::string& program, int samples,
                                                   const Shown& shown, const OtherDocs& others) {
  ASSAY_ASSIGN(llm::Prompt prompt, Filled("judge-predict", doc, shown,
                                          {{"program", trial::CleanProgram(program)}}, others));
  return Samples(std::move(prompt), samples);
}

SampledAnswer ReadAnswer(const llm::Outcome& outcome, const knowledge::ApiDoc& doc,
                         const OtherDocs& others) {
  SampledAnswer out;
  if (!outcome.ok()) return out;
  auto prediction = ReadPrediction(outcome.answer.value);
  if (!prediction.ok()) return out;
  out.sentence = FindQuote(doc, prediction->quote).value_or("");
  for (const knowledge::ApiDoc* other : others)
    if (out.sentence.empty()) out.sentence = FindQuote(*other, prediction->quote).value_or("");
  out.prediction = std::move(*prediction);
  return out;
}

std::string EndingWords(const Ending& ending) {
  static const std::map<std::string, std::string> kWords = {
      {"valid", "runs to its end"},
      {"crash", "crashes"},
      {"hangs", "does not end"},
      {"flaky", "differs from run to run"},
      {"notarget", "ends without calling the API"}};
  if (ending.status == "exception")
    return StrCat("raises ", ending.exception.empty() ? "an error" : ending.exception);
  const auto found = kWords.find(ending.status);
  return found == kWords.end() ? "was not run" : found->second;
}

Result<llm::Prompt> ChangePrompt(const knowledge::ApiDoc& doc, const std::string& program,
                                 const Ending& before, const std::string& parameter,
                                 const Shown& shown) {
  return Filled("judge-change", doc, shown,
                {{"parameter", parameter},
                 {"before", EndingWords(before)},
                 {"program", trial::CleanProgram(program)}});
}

Result<llm::Prompt> ChangePredictionPrompt(const knowledge::ApiDoc& doc, const std::string& program,
                                           const Ending& before, const std::string& parameter,
                                           const std::string& changed, const Shown& shown) {
  return Filled("judge-change-predict", doc, shown,
                {{"parameter", parameter},
                 {"before", EndingWords(before)},
                 {"program", trial::CleanProgram(program)},
                 {"changed", trial::CleanProgram(changed)}});
}

ChangePrediction ReadChange(const llm::Outcome& outcome, const knowledge::ApiDoc& doc) {
  ChangePrediction out{.sample = ReadAnswer(outcome, doc)};
  if (!outcome.ok() || !outcome.answer.value.is_object()) return out;
  out.sample.more = outcome.answer.value.value("values", "none");
  out.program = outcome.answer.value.value("program", "");
  out.value = outcome.answer.value.value("value", "");
  return out;
}

Compared CompareChange(const Consensus& predicted, const Observed& before, const Observed& after,
                       const knowledge::ApiDoc& doc) {
  if (!predicted.answer) return {Agreement::kUnknown, "the runs of the model decide nothing"};
  Compared out = CompareEndings(predicted.answer->result, after, doc);
  if (out.agreement != Agreement::kAgree || after.ending.status != "valid") return out;
  out = CompareStated(predicted.stated, after);
  if (out.agreement != Agreement::kAgree) return out;
  // Beside a result that is another one every time nothing can be put.
  const std::string seen = before.ending.status == "valid" ? SeenValues(before, after) : "none";
  if (SameValues(predicted.more, seen)) return out;
  return {Agreement::kDisagree,
          StrCat("elements were expected to be ", predicted.more, ", they are ", seen)};
}

}  // namespace assay::judge::model
