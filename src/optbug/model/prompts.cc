#include "optbug/model/prompts.h"

#include <algorithm>
#include <array>

#include "base/strings.h"
#include "knowledge/text.h"
#include "llm/sorting.h"
#include "llm/template.h"
#include "trial/model/answer.h"
#include "trial/model/approach.h"

namespace assay::optbug {
namespace {

// 4096 tokens of a small model at three bytes each, less the answer and what surrounds it.
constexpr size_t kMostExamples = 7000;
constexpr size_t kMostProgram = 3000;
constexpr size_t kMostDocumentation = 600;

struct Instruction {
  std::string_view rule, text;
};
constexpr Instruction kInstructions[] = {
#define INSTRUCTION(rule, text) {rule, text},
#include "optbug/model/instructions.def"
#undef INSTRUCTION
};

constexpr std::string_view kInputIdeas[] = {
#define INPUT_IDEA(text) text,
#include "optbug/model/input_ideas.def"
#undef INPUT_IDEA
};

// Exceptions that parts of a program raise, beside those that the members show.
constexpr std::string_view kExceptions[] = {
    "AssertionError", "AttributeError", "IndexError", "KeyError",         "OverflowError",
    "RuntimeError",   "TypeError",      "ValueError", "ZeroDivisionError"};

std::string FrameworkName(const std::string& framework) {
  if (framework == "torch") return "PyTorch";
  return framework == "tensorflow" ? "TensorFlow" : framework == "jax" ? "JAX" : framework;
}

// Comments would tell what is wrong with it, which is not asked here.
std::string ProgramText(const Snippet& snippet) {
  const std::string text(Trim(trial::CleanProgram(snippet.source)));
  return llm::CutText(text, kMostProgram) + "\n";
}

void Line(std::string& out, const char* name, const std::string& text) {
  if (!text.empty()) out += StrCat("# ", name, ": ", text, "\n");
}

std::string Choose(const std::string& rule, const std::vector<std::string>& choices, Rng& rng) {
  std::vector<std::string> all = choices;
  if (rule == "input") all.assign(std::begin(kInputIdeas), std::end(kInputIdeas));
  if (rule == "exception")
    for (const std::string_view name : kExceptions)
      if (std::ranges::find(all, name) == all.end()) all.emplace_back(name);
  return all.empty() ? "" : rng.Pick(std::span<const std::string>(all));
}

constexpr std::array kApproaches = {
#define APPROACH(Name, name, structure, description, rules, help) \
  Approach{name, structure, description, rules, help},
#include "optbug/model/approaches.def"
#undef APPROACH
};

}  // namespace

std::string ExampleText(const Snippet& snippet, const Approach& approach, bool first) {
  std::string out = StrCat("# ", first ? "Here is a bug of " : "And a similar bug of ",
                           FrameworkName(snippet.framework), "\n");
  if (approach.structure) {
    Line(out, "Model", snippet.model);
    Line(out, "API", Join(snippet.optimisers, ", "));
    Line(out, "Data", snippet.data);
  }
  if (approach.description) {
    Line(out, "Triggered", snippet.exception);
    Line(out, "From", snippet.location);
    Line(out, "Reason", snippet.reason);
  }
  return out + ProgramText(snippet);
}

std::string InstructionOf(const PlanStep& step, Rng& rng) {
  const std::string choice = Choose(step.rule, step.choices, rng);
  for (const Instruction& known : kInstructions) {
    if (known.rule != step.rule) continue;
    std::string text(known.text);
    constexpr std::string_view kMark = "{choice}";
    if (const size_t at = text.find(kMark); at != std::string::npos)
      text.replace(at, kMark.size(), choice);
    return text;
  }
  return "";
}

Result<llm::Prompt> StepPrompt(const PlanStep& step, const Neighbourhood& neighbourhood,
                               const std::vector<Snippet>& snippets, const Approach& approach,
                               const Documentation& documentation, Rng& rng) {
  std::string examples;
  for (const size_t member : neighbourhood.members) {
    const std::string text = ExampleText(snippets[member], approach, examples.empty());
    if (!examples.empty() && examples.size() + text.size() > kMostExamples) break;
    examples += text + "\n";
  }
  const Snippet& centre = snippets[neighbourhood.members.front()];
  const std::string api = centre.optimisers.empty() ? "" : centre.optimisers.front();
  const std::string told =
      documentation ? llm::CutText(documentation(api), kMostDocumentation) : std::string();
  const std::string instruction = InstructionOf(approach.rules ? step : PlanStep{}, rng);
  ASSAY_ASSIGN(const llm::Template words, llm::Template::Load("optbug-generate"));
  ASSAY_ASSIGN(
      llm::Prompt prompt,
      words.Fill({{"examples", examples},
                  {"documentation", told.empty() ? "" : StrCat("# ", api, ": ", told, "\n")},
                  {"framework", FrameworkName(neighbourhood.framework)},
                  {"instruction", instruction.empty() ? "" : StrCat("# ", instruction, "\n")}}));
  prompt.pipeline = "optbug";
  return prompt;
}

Result<llm::Prompt> BaselinePrompt(const std::vector<Snippet>& snippets,
                                   const std::string& framework, Rng& rng) {
  std::vector<const Snippet*> pool;
  for (const Snippet& snippet : snippets)
    if (snippet.framework == framework) pool.push_back(&snippet);
  if (pool.empty()) return Invalid("there is no snippet of " + framework);
  std::string examples;
  for (size_t i = 0; i < kBaselineExamples && !pool.empty(); ++i) {
    const auto at = rng.Int(0, static_cast<int64_t>(pool.size()) - 1);
    const Snippet& snippet = *pool[static_cast<size_t>(at)];
    pool.erase(pool.begin() + at);
    const std::string text = StrCat("# API: ", Join(snippet.optimisers, ", "),
                                    "\n# Title: ", snippet.title, "\n", ProgramText(snippet), "\n");
    if (!examples.empty() && examples.size() + text.size() > kMostExamples) break;
    examples += text;
  }
  ASSAY_ASSIGN(const llm::Template words, llm::Template::Load("optbug-baseline"));
  ASSAY_ASSIGN(llm::Prompt prompt, words.Fill({{"examples", examples}}));
  prompt.pipeline = "optbug";
  return prompt;
}

std::span<const Approach> AllApproaches() { return kApproaches; }

Result<Approach> FindApproach(std::string_view name) {
  return trial::ApproachNamed(AllApproaches(), name);
}

Result<Approach> ApproachWithout(std::string_view part) {
  if (part.empty()) return FindApproach("assay");
  if (part == "structure" || part == "description" || part == "rules")
    return FindApproach(StrCat("no-", part));
  return Invalid(StrCat("--without ", part, ": one of structure, description, rules"));
}

}  // namespace assay::optbug
