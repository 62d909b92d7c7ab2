#include "cli/docs/ask.h"

#include <map>

#include "base/strings.h"
#include "cli/llm_options.h"
#include "knowledge/api/constraints/model.h"
#include "llm/template.h"

namespace assay::cli::docs {
namespace {

using knowledge::Parameter;

// Parameters by what is asked about them: methods of a tensor repeat the words of functions.
using Questions = std::map<std::map<std::string, std::string>, std::vector<Parameter*>>;

Questions FindQuestions(const std::vector<knowledge::ApiDoc*>& docs) {
  Questions out;
  for (knowledge::ApiDoc* doc : docs)
    for (Parameter& parameter : doc->parameters)
      if (knowledge::WorthAsking(parameter))
        out[knowledge::ConstraintQuestion(parameter)].push_back(&parameter);
  return out;
}

Result<std::vector<llm::Prompt>> Prompts(const Questions& questions, size_t limit) {
  ASSAY_ASSIGN(const llm::Template words, llm::Template::Load("constraints"));
  std::vector<llm::Prompt> out;
  for (const auto& [values, parameters] : questions) {
    if (limit > 0 && out.size() == limit) break;
    ASSAY_ASSIGN(out.emplace_back(), words.Fill(values));
  }
  return out;
}

}  // namespace

Result<ModelFigures> AskConstraints(const std::vector<knowledge::ApiDoc*>& docs,
                                    const LlmFlags& flags, size_t limit) {
  ModelFigures out;
  ASSAY_ASSIGN(const bool chosen, ModelChosen(flags));
  if (!chosen) return out;
  const Questions questions = FindQuestions(docs);
  ASSAY_ASSIGN(std::vector<llm::Prompt> prompts, Prompts(questions, limit));
  ASSAY_ASSIGN(const Asked asked, AskModel(flags, std::move(prompts), "docs"));
  out = {questions.size(), asked.outcomes.size(), asked.answered, asked.pending, asked.failed, 0, 0,
         asked.model};
  auto question = questions.begin();
  for (const llm::Outcome& outcome : asked.outcomes) {
    const std::vector<Parameter*>& parameters = (question++)->second;
    if (!outcome.ok()) continue;
    const auto found = knowledge::ReadConstraintAnswer(outcome.answer.value, *parameters.front());
    if (!found.ok() || found->empty()) ++out.silent;
    if (!found.ok()) continue;
    for (Parameter* parameter : parameters)
      for (const knowledge::Constraint& constraint : *found) {
        parameter->constraints.push_back(constraint);
        ++out.constraints;
      }
  }
  return out;
}

nlohmann::json ToJson(const ModelFigures& figures) {
  return {{"questions", figures.questions},     {"asked", figures.asked},
          {"answered", figures.answered},       {"pending", figures.pending},
          {"failed", figures.failed},           {"without_result", figures.silent},
          {"constraints", figures.constraints}, {"model", figures.model}};
}

std::string Summary(const ModelFigures& figures) {
  if (figures.asked == 0) return "";
  return StrCat(figures.model, " was asked about ", figures.asked, " of ", figures.questions,
                " descriptions that no rule understands: ", figures.constraints,
                " constraints added, ", figures.silent,
                " answers without one that the text bears out, ", figures.pending, " wait, ",
                figures.failed, " failed");
}

}  // namespace assay::cli::docs
