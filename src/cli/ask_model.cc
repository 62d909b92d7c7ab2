#include "cli/ask_model.h"

#include <iostream>

#include "base/strings.h"
#include "cli/terminal.h"

namespace assay::cli {

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
  if (out.pending > 0) std::cerr << llm::PendingText(out.pending) << "\n";
  return out;
}

}  // namespace assay::cli
