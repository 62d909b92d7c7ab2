// The prompts of `assay mirror run --llm`, one file each under prompts/: ours, the paper's (its
// Figure 5) and its baselines'.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "knowledge/pairs/found_pairs.h"
#include "llm/prompt.h"
#include "llm/room.h"
#include "mirror/check/assess.h"
#include "mirror/model/distinction.h"

namespace assay::mirror {

// Ways to have a program carried over by a model: approaches.def.
struct Approach {
  enum class Kind {
    kFill,     // what the rules leave
    kCarry,    // the whole program, with the knowledge of the pair base
    kBasic,    // the whole program, with nothing
    kFuzzGpt,  // samples of both frameworks
    kYanHui,   // similar samples of one framework
  };
  std::string_view name;
  Kind kind = Kind::kFill;
  bool matching_model = true;  // pairs that the similarity model found count
  bool screening = true;
  bool distinction = true;
  std::string_view help;

  // Programs of rows that are compared with the paper are not repaired: the paper has no repair.
  bool repairs() const { return kind == Kind::kFill; }
};

std::span<const Approach> AllApproaches();

// The error lists those there are.
Result<Approach> FindApproach(std::string_view name);

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
  int64_t context = llm::kUsualContext;  // tokens that the model reads
  std::string surroundings;              // where the twin will run; "": nothing is said of it
  Approach approach;
  Knowledge knowledge;
  const std::vector<Sample>* samples = nullptr;  // of baselines; borrowed
};

// Programs, examples and documentation go in as wholes; what does not fit is named in the prompt's
// `left_out`. An error: the program itself does not fit beside an answer.

// Asks for the whole program. `uses`: APIs of the source with their twins. Kind::kFill asks as
// Kind::kCarry does.
Result<AskedPrompt> CarryPrompt(const Source& source, const std::vector<ApiUse>& uses,
                                const PromptContext& context, Rng& rng);

// A twin that fails by its own fault. `error` may begin with the line: "line 5: TypeError: …".
struct FailedTwin {
  std::string text, error;
};

// Asks for the statements that rules left. `failed`: the whole twin with those that it has now; ""
// where there is none yet.
Result<AskedPrompt> FillPrompt(const Source& source, const Rewritten& rewritten,
                               const std::vector<std::string>& statements, const FailedTwin& failed,
                               const PromptContext& context);

// Asks for a program again.
Result<AskedPrompt> RepairPrompt(const Source& source, const FailedTwin& failed,
                                 const std::vector<ApiUse>& uses, const PromptContext& context);

// "PyTorch" of "torch".
std::string FrameworkName(const std::string& framework);

// What a model is told of two frameworks: documentation and twins, found when they are first
// needed.
class PairKnowledge {
 public:
  // `names_only`: without the twins that the similarity model found.
  explicit PairKnowledge(bool names_only) : names_only_(names_only) {}

  // Lives as long as this does.
  Result<Knowledge> Of(const Direction& direction);

 private:
  const bool names_only_;
  std::map<std::string, std::unique_ptr<knowledge::FoundPairs>> known_;  // by direction
};

// What baselines show as examples: the programs of the starter pool.
Result<std::vector<Sample>> PoolSamples();

}  // namespace assay::mirror
