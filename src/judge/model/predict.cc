#include "judge/model/predict.h"

#include "judge/model/doc_text.h"
#include "llm/template.h"
#include "trial/model/clean.h"

namespace assay::judge::model {

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

}  // namespace assay::judge::model
