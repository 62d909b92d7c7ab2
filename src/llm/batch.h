// The file provider's two files: prompts out, answers in, as JSON lines in the OpenAI batch form.
#pragma once

#include <string>
#include <vector>

#include "llm/config.h"
#include "llm/ledger.h"

namespace assay::llm {

// One line per prompt: {"custom_id", "method", "url", "body"}.
std::string BatchLines(const std::vector<Queued>& prompts);

struct LineProblem {
  size_t line = 0;
  std::string kind;  // malformed, unknown, duplicate, answered, failed, misfit
  std::string key;   // "" when the line does not tell
  std::string message;
};

struct ImportReport {
  size_t lines = 0, imported = 0;
  std::vector<LineProblem> problems;
  std::vector<Queued> missing;  // still waiting, in their order
};

// Takes every good line of `text`, whatever the others are. The completion may stand under
// `response.body` or `response`; {"custom_id", "answer": "text"} does too, with "usage"
// ({"prompt_tokens", "completion_tokens"}) and "model" where they are known; tokens that nobody has
// counted are estimated, and marked so. An answer that does not
// fit its prompt's schema is not taken: its prompt waits on. Importing a file twice changes
// nothing.
Result<ImportReport> ImportBatch(const std::string& text, const Config& config, Ledger& ledger);

}  // namespace assay::llm
