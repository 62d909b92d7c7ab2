// The flags of every command that may ask a language model.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/app.h"
#include "llm/client.h"
#include "llm/config.h"
#include "llm/prompt.h"

namespace assay::cli {

struct LlmFlags {
  std::string provider, model, db;  // "": as configured
  int64_t context = 0;              // tokens; 0: as configured
};

void AddLlmFlags(App& app, LlmFlags& flags);
// --llm-db alone, for commands that ask nothing.
void AddLlmDbFlag(App& app, LlmFlags& flags);

// The configuration file, then the environment, then the flags.
Result<llm::Config> LlmConfig(const LlmFlags& flags);

// Ready to ask. Retries and waits are told on stderr as they happen. For --llm local, makes the
// server's environment when it is missing.
Result<std::unique_ptr<llm::Client>> OpenLlm(const llm::Config& config);

// A batch of questions to a language model, as the commands ask them.
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
