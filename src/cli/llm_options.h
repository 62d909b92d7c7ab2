// The flags of every command that may ask a language model.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "cli/app.h"
#include "llm/client.h"
#include "llm/config.h"

namespace assay::cli {

struct LlmFlags {
  std::string provider, model, db;  // "": as configured
};

void AddLlmFlags(App& app, LlmFlags& flags);
// --llm-db alone, for commands that ask nothing.
void AddLlmDbFlag(App& app, LlmFlags& flags);

// The configuration file, then the environment, then the flags.
Result<llm::Config> LlmConfig(const LlmFlags& flags);

// Ready to ask. Retries and waits are told on stderr as they happen. For --llm local, makes the
// server's environment when it is missing.
Result<std::unique_ptr<llm::Client>> OpenLlm(const llm::Config& config);

}  // namespace assay::cli
