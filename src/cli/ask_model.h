// A batch of questions to a language model, as the commands ask them.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/llm_options.h"
#include "llm/prompt.h"

namespace assay::cli {

struct Asked {
  std::vector<llm::Outcome> outcomes;  // one per prompt; none with --llm none
  std::string model;
  size_t answered = 0, pending = 0, failed = 0;
  bool enabled = false;  // a provider was chosen
};

// Nothing is asked with --llm none. Progress and what went wrong are told on stderr, and which
// prompts wait for `assay llm import`. An error: the provider cannot be used at all, so that no
// prompt got an answer.
Result<Asked> AskModel(const LlmFlags& flags, std::vector<llm::Prompt> prompts,
                       const std::string& pipeline);

// Whether a provider other than none is chosen, by flags or settings.
Result<bool> ModelChosen(const LlmFlags& flags);

}  // namespace assay::cli
