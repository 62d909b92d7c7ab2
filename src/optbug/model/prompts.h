// The prompts of paper 001: examples that are near each other, each with the lines of Figure 8
// above its program; the documentation of the optimiser; the instruction of a rule. And the
// baseline's (Figure 2): four random examples with API and title.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "llm/prompt.h"
#include "optbug/neighbourhoods.h"

namespace assay::optbug {

// Ways to ask a model for programs: approaches.def.
struct Approach {
  std::string_view name;
  bool structure, description, rules;  // which parts a prompt has
  std::string_view help;
  bool baseline() const { return name == "fuzzgpt-fs"; }
};

std::span<const Approach> AllApproaches();

// The error lists those there are.
Result<Approach> FindApproach(std::string_view name);
// By what is left out: "structure", "description", "rules"; "" is the full one.
Result<Approach> ApproachWithout(std::string_view part);

// Examples of the baseline: as many as a cluster of the paper has on average.
inline constexpr size_t kBaselineExamples = 4;

// What is documented of an API; "" where nothing is.
using Documentation = std::function<std::string(const std::string& api)>;

// One example: its features as comments, then its program without comments and documentation
// strings. `first`: it opens the prompt.
std::string ExampleText(const Snippet& snippet, const Approach& approach, bool first);

// What the rule of `step` asks; choices are drawn from `rng`.
std::string InstructionOf(const PlanStep& step, Rng& rng);

// Who reads a prompt, and where its answer will run.
struct Reader {
  int64_t context = 4096;    // tokens of prompt and answer
  std::string surroundings;  // see trial/model/surroundings.h; "": nothing is known
};

// The prompt of one step. Members that do not fit are left out as a whole, the farthest first, and
// named in the prompt. An error when not one does.
Result<llm::Prompt> StepPrompt(const PlanStep& step, const Neighbourhood& neighbourhood,
                               const std::vector<Snippet>& snippets, const Approach& approach,
                               const Documentation& documentation, Rng& rng,
                               const Reader& reader = {});

// The baseline's: examples of one framework, drawn from `rng`.
Result<llm::Prompt> BaselinePrompt(const std::vector<Snippet>& snippets,
                                   const std::string& framework, Rng& rng,
                                   const Reader& reader = {});

}  // namespace assay::optbug
