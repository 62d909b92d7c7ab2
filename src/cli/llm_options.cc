#include "cli/llm_options.h"

#include <iostream>
#include <mutex>

#include "cli/app.h"
#include "lab/registry.h"
#include "llm/local_server.h"

namespace assay::cli {
namespace {

void TellLlmOptions(const std::string& text) {
  static std::mutex mutex;  // several threads ask at once
  const std::lock_guard lock(mutex);
  std::cerr << "assay: " << text << "\n";
}

Status MakeForLocalModel(const llm::Config& config) {
  // Without a model the server is not going to be started; that is told when it is asked.
  if (!llm::LocateModel(config.local.model).ok()) return {};
  return lab::EnsureEnvironment(lab::HomeFolder(), lab::LockedEnvironment("llm"));
}

}  // namespace

void AddLlmDbFlag(App& app, LlmFlags& flags) {
  app.AddOption("--llm-db", flags.db, "SQLite file of prompts and answers (also: ASSAY_LLM_DB)");
}

void AddLlmFlags(App& app, LlmFlags& flags) {
  app.AddOption("--llm", flags.provider,
                "none, local, openai or file (also: ASSAY_LLM; see assay llm doctor)");
  app.AddOption("--llm-model", flags.model,
                "the model's name; for local 0.5b, 1.5b or a GGUF file (also: ASSAY_LLM_MODEL, "
                "ASSAY_LLM_LOCAL_MODEL)");
  AddLlmDbFlag(app, flags);
}

Result<llm::Config> LlmConfig(const LlmFlags& flags) {
  ASSAY_ASSIGN(llm::Config config, llm::LoadConfig());
  if (!flags.provider.empty()) config.provider = flags.provider;
  if (!flags.db.empty()) config.db = flags.db;
  if (!flags.model.empty()) {
    if (config.provider == "local")
      config.local.model = flags.model;
    else
      config.openai.model = config.file_model = flags.model;
  }
  return config;
}

Result<std::unique_ptr<llm::Client>> OpenLlm(const llm::Config& config) {
  if (config.provider == "local") ASSAY_RETURN_IF_ERROR(MakeForLocalModel(config));
  return llm::Client::Open(config, TellLlmOptions);
}

}  // namespace assay::cli
