// The prompts of `assay mirror run --llm`, one file each under prompts/: ours, the paper's (its
// Figure 5) and its baselines'.
#pragma once

#include <string>
#include <vector>

#include "base/rng.h"
#include "llm/prompt.h"
#include "mirror/check/assess.h"
#include "mirror/model/approach.h"
#include "mirror/model/distinction.h"

namespace assay::mirror {

// A program that baselines show as an example.
struct Sample {
  std::string framework, title, api, error, text;
};

// A prompt, and how much of it is what: the paper counts knowledge and code apart.
struct AskedPrompt {
  llm::Prompt prompt;
  size_t knowledge_bytes = 0, code_bytes = 0;
};

struct PromptContext {
  Direction direction;
  Approach approach;
  Knowledge knowledge;
  const std::vector<Sample>* samples = nullptr;  // of baselines; borrowed
};

// Asks for the whole program. `uses`: APIs of the source with their twins. Kind::kFill asks as
// Kind::kCarry does.
Result<AskedPrompt> CarryPrompt(const Source& source, const std::vector<ApiUse>& uses,
                                const PromptContext& context, Rng& rng);

// Asks for the statements that rules left. `error`: what the program said with those it has now;
// "": nothing yet.
Result<AskedPrompt> FillPrompt(const Source& source, const Rewritten& rewritten,
                               const std::vector<std::string>& statements, const std::string& error,
                               const PromptContext& context);

// Asks for a program again that failed with `error`.
Result<AskedPrompt> RepairPrompt(const Source& source, const std::string& twin,
                                 const std::string& error, const std::vector<ApiUse>& uses,
                                 const PromptContext& context);

// "PyTorch" of "torch".
std::string FrameworkName(const std::string& framework);

}  // namespace assay::mirror
