// The prompts of paper 001: examples that are near each other, each with the lines of Figure 8
// above its program; the documentation of the optimiser; the instruction of a rule. And the
// baseline's (Figure 2): four random examples with API and title.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "llm/prompt.h"
#include "optbug/model/approach.h"
#include "optbug/plan.h"

namespace assay::optbug {

// Examples of the baseline: as many as a cluster of the paper has on average.
inline constexpr size_t kBaselineExamples = 4;

// The first paragraph that is documented of an API; "" where nothing is.
using Documentation = std::function<std::string(const std::string& api)>;

// One example: its features as comments, then its program without comments and documentation
// strings. `first`: it opens the prompt.
std::string ExampleText(const Snippet& snippet, const Approach& approach, bool first);

// What the rule of `step` asks; choices are drawn from `rng`.
std::string InstructionOf(const PlanStep& step, Rng& rng);

// The prompt of one step. Members that make it longer than a small model can read are left out, the
// farthest first.
Result<llm::Prompt> StepPrompt(const PlanStep& step, const Neighbourhood& neighbourhood,
                               const std::vector<Snippet>& snippets, const Approach& approach,
                               const Documentation& documentation, Rng& rng);

// The baseline's: examples of one framework, drawn from `rng`.
Result<llm::Prompt> BaselinePrompt(const std::vector<Snippet>& snippets,
                                   const std::string& framework, Rng& rng);

}  // namespace assay::optbug
