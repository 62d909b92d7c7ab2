// What asking a model has cost, and what became of the questions.
#pragma once

#include <nlohmann/json.hpp>
#include <span>

#include "base/result.h"
#include "llm/prompt.h"

namespace assay::trial {

struct ModelUsage {
  size_t questions = 0, answered = 0, pending = 0, malformed = 0, too_long = 0, stopped = 0;
  size_t cached = 0, repaired = 0;
  size_t estimated = 0;  // answers whose tokens nobody has counted
  int64_t prompt_tokens = 0, completion_tokens = 0;
  double seconds = 0;  // of the model, also of answers that were kept from before

  // An error when asking on makes no sense: the model refuses, cannot be reached, or the ledger
  // cannot be written.
  Status Add(std::span<const llm::Outcome> outcomes);
  void Add(const ModelUsage& other);
};

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ModelUsage, questions, answered, pending, malformed,
                                                too_long, stopped, cached, repaired, estimated,
                                                prompt_tokens, completion_tokens, seconds)

}  // namespace assay::trial
