#include "cli/llm_options.h"

#include <iostream>
#include <mutex>

#include "base/strings.h"
#include "cli/terminal.h"
#include "lab/registry.h"
#include "llm/local_server.h"

namespace assay::cli {
namespace {

constexpr int64_t kMostContext = 100'000'000;

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
  app.AddOption("--llm-context", flags.context,
                "tokens that the model reads, prompt and answer together (32768; local: 4096)")
      .Between(int64_t{llm::kLeastContext}, kMostContext);
  AddLlmDbFlag(app, flags);
}

Result<llm::Config> LlmConfig(const LlmFlags& flags) {
  ASSAY_ASSIGN(llm::Config config, llm::LoadConfig());
  if (!flags.provider.empty()) config.provider = flags.provider;
  if (!flags.db.empty()) config.db = flags.db;
  if (flags.context > 0) {
    config.context = flags.context;
    config.local.context = static_cast<int>(flags.context);
  }
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

Result<bool> ModelChosen(const LlmFlags& flags) {
  ASSAY_ASSIGN(const llm::Config config, LlmConfig(flags));
  return config.provider != "none";
}

Result<Asked> AskModel(const LlmFlags& flags, std::vector<llm::Prompt> prompts,
                       const std::string& pipeline) {
  ASSAY_ASSIGN(const llm::Config config, LlmConfig(flags));
  ASSAY_ASSIGN(const auto client, OpenLlm(config));
  Asked out;
  out.enabled = client->enabled();
  if (!out.enabled || prompts.empty()) return out;
  out.model = client->model();
  for (llm::Prompt& prompt : prompts) prompt.pipeline = pipeline;
  Progress progress;
  out.outcomes = client->AskAll(prompts, [&](size_t done, size_t total) {
    progress.Show(StrCat(pipeline, ": asked ", done, " of ", total));
  });
  progress.Clear();
  std::string trouble;
  for (const llm::Outcome& outcome : out.outcomes) {
    out.answered += outcome.ok() ? 1 : 0;
    if (outcome.ok() || outcome.trouble == llm::Trouble::kPending) continue;
    ++out.failed;
    if (trouble.empty()) trouble = outcome.message;
  }
  out.pending = llm::PendingCount(out.outcomes);
  if (out.failed == prompts.size()) return Invalid(trouble);
  if (out.failed > 0)
    std::cerr << "assay: " << out.failed << " of " << prompts.size()
              << " questions got no answer that can be used; the first: " << trouble << "\n";
  if (out.pending > 0) std::cerr << llm::PendingText(out.pending, config.db) << "\n";
  return out;
}

}  // namespace assay::cli
