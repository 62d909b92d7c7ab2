// Constraints by a language model, for parameters whose description no rule understands.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "cli/llm_options.h"
#include "knowledge/api/api_doc.h"

namespace assay::cli::docs {

struct ModelFigures {
  size_t questions = 0;  // different descriptions that are worth asking about
  size_t asked = 0;      // of them, within the limit
  size_t answered = 0, pending = 0, failed = 0;
  size_t silent = 0;       // answers without anything that the text bears out
  size_t constraints = 0;  // added, to all parameters with such a description
  std::string model;
};

// Adds what the model finds, marked with source "model"; `limit` 0 asks about all. With --llm none
// nothing is asked and nothing changes.
Result<ModelFigures> AskConstraints(const std::vector<knowledge::ApiDoc*>& docs,
                                    const LlmFlags& flags, size_t limit);

nlohmann::json ToJson(const ModelFigures& figures);
// One line for people; "" when nothing was asked.
std::string Summary(const ModelFigures& figures);

}  // namespace assay::cli::docs
