#include "judge/model/predict.h"

#include <cmath>

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

}  // namespace

std::vector<llm::Prompt> Samples(llm::Prompt prompt, int samples) {
  prompt.pipeline = "judge";
  std::vector<llm::Prompt> out;
  for (prompt.sample = 0; prompt.sample < samples; ++prompt.sample) out.push_back(prompt);
  return out;
}

Result<std::vector<llm::Prompt>> PredictionPrompts(const knowledge::ApiDoc& doc,
                                                   const std::string& program, int samples) {
  ASSAY_ASSIGN(const llm::Template words, llm::Template::Load("judge-predict"));
  ASSAY_ASSIGN(llm::Prompt prompt,
               words.Fill({{"api", doc.name},
                           {"documentation", DocumentationText(doc, kMostDocBytes)},
                           {"program", trial::CleanProgram(program)}}));
  return Samples(std::move(prompt), samples);
}

SampledAnswer ReadAnswer(const llm::Outcome& outcome, const knowledge::ApiDoc& doc) {
  SampledAnswer out;
  if (!outcome.ok()) return out;
  auto prediction = ReadPrediction(outcome.answer.value);
  if (!prediction.ok()) return out;
  out.sentence = FindQuote(doc, prediction->quote).value_or("");
  out.prediction = std::move(*prediction);
  return out;
}

Result<llm::Prompt> ChangePrompt(const knowledge::ApiDoc& doc, const std::string& program,
                                 const std::string& parameter) {
  ASSAY_ASSIGN(const llm::Template words, llm::Template::Load("judge-change"));
  return words.Fill({{"api", doc.name},
                     {"documentation", DocumentationText(doc, kMostDocBytes)},
                     {"parameter", parameter},
                     {"program", trial::CleanProgram(program)}});
}

Result<llm::Prompt> ChangePredictionPrompt(const knowledge::ApiDoc& doc, const std::string& program,
                                           const std::string& parameter,
                                           const std::string& changed) {
  ASSAY_ASSIGN(const llm::Template words, llm::Template::Load("judge-change-predict"));
  return words.Fill({{"api", doc.name},
                     {"documentation", DocumentationText(doc, kMostDocBytes)},
                     {"parameter", parameter},
                     {"program", trial::CleanProgram(program)},
                     {"changed", trial::CleanProgram(changed)}});
}

ChangePrediction ReadChange(const llm::Outcome& outcome, const knowledge::ApiDoc& doc) {
  ChangePrediction out{.sample = ReadAnswer(outcome, doc)};
  if (!outcome.ok() || !outcome.answer.value.is_object()) return out;
  out.sample.more = outcome.answer.value.value("values", "none");
  out.program = outcome.answer.value.value("program", "");
  return out;
}

Compared CompareChange(const Consensus& predicted, const Observed& before, const Observed& after,
                       const knowledge::ApiDoc& doc) {
  if (!predicted.answer) return {Agreement::kUnknown, "the runs of the model decide nothing"};
  Compared out = CompareEndings(predicted.answer->result, after, doc);
  if (out.agreement != Agreement::kAgree || after.ending.status != "valid") return out;
  const std::string seen = SeenValues(before, after);
  if (SameValues(predicted.more, seen)) return out;
  return {Agreement::kDisagree,
          StrCat("elements were expected to be ", predicted.more, ", they are ", seen)};
}

}  // namespace assay::judge::model
