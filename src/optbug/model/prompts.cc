#include "optbug/model/prompts.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/strings.h"
#include "knowledge/text.h"
#include "llm/room.h"
#include "llm/template.h"
#include "trial/model/answer.h"
#include "trial/model/approach.h"

namespace assay::optbug {
namespace {

// Documentation stands beside examples, not in their place.
constexpr size_t kDocumentationPart = 6;

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
  return std::string(Trim(trial::CleanProgram(snippet.source))) + "\n";
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

std::string SurroundingsLine(const Reader& reader) {
  return reader.surroundings.empty() ? ""
                                     : StrCat("# It will run with ", reader.surroundings, ".\n");
}

int64_t AnswerOf(const llm::Prompt& around, const Reader& reader) {
  return llm::AnswerTokens(reader.context, around.parameters.max_tokens.value_or(0));
}

// What is left beside the words that are always there.
llm::Room RoomFor(const llm::Prompt& around, const Reader& reader) {
  size_t taken = 0;
  for (const llm::Message& message : around.messages) taken += message.text.size();
  return {reader.context, AnswerOf(around, reader), taken};
}

Result<llm::Prompt> Finished(const llm::Template& words,
                             const std::map<std::string, std::string>& values,
                             const llm::Room& room, const llm::Prompt& around,
                             const Reader& reader) {
  if (values.at("examples").empty())
    return Invalid(
        StrCat("no example fits into ", reader.context,
               " tokens beside an answer: give the model more (--llm-context); left out: ",
               Join(room.left_out(), ", ")));
  ASSAY_ASSIGN(llm::Prompt prompt, words.Fill(values));
  prompt.pipeline = "optbug";
  prompt.left_out = room.left_out();
  prompt.parameters.max_tokens = AnswerOf(around, reader);
  return prompt;
}

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
                               const Documentation& documentation, Rng& rng, const Reader& reader) {
  ASSAY_ASSIGN(const llm::Template words, llm::Template::Load("optbug-generate"));
  const std::string instruction = InstructionOf(approach.rules ? step : PlanStep{}, rng);
  std::map<std::string, std::string> values = {
      {"examples", ""},
      {"documentation", ""},
      {"surroundings", SurroundingsLine(reader)},
      {"framework", FrameworkName(neighbourhood.framework)},
      {"instruction", instruction.empty() ? "" : StrCat("# ", instruction, "\n")}};
  ASSAY_ASSIGN(const llm::Prompt around, words.Fill(values));
  llm::Room room = RoomFor(around, reader);
  const Snippet& centre = snippets[neighbourhood.members.front()];
  const std::string api = centre.optimisers.empty() ? "" : centre.optimisers.front();
  const std::vector<std::string> sentences =
      documentation ? knowledge::Sentences(documentation(api)) : std::vector<std::string>();
  const std::string told = room.Sentences(sentences, room.bytes() / kDocumentationPart,
                                          StrCat("the documentation of ", api));
  if (!told.empty()) values["documentation"] = StrCat("# ", api, ": ", told, "\n");
  for (const size_t member : neighbourhood.members) {
    const std::string text =
        ExampleText(snippets[member], approach, values["examples"].empty()) + "\n";
    if (room.Take(text, "example " + snippets[member].id)) values["examples"] += text;
  }
  return Finished(words, values, room, around, reader);
}

Result<llm::Prompt> BaselinePrompt(const std::vector<Snippet>& snippets,
                                   const std::string& framework, Rng& rng, const Reader& reader) {
  std::vector<const Snippet*> pool;
  for (const Snippet& snippet : snippets)
    if (snippet.framework == framework) pool.push_back(&snippet);
  if (pool.empty()) return Invalid("there is no snippet of " + framework);
  ASSAY_ASSIGN(const llm::Template words, llm::Template::Load("optbug-baseline"));
  std::map<std::string, std::string> values = {{"examples", ""}};
  ASSAY_ASSIGN(const llm::Prompt around, words.Fill(values));
  llm::Room room = RoomFor(around, reader);
  for (size_t i = 0; i < kBaselineExamples && !pool.empty(); ++i) {
    const auto at = rng.Int(0, static_cast<int64_t>(pool.size()) - 1);
    const Snippet& snippet = *pool[static_cast<size_t>(at)];
    pool.erase(pool.begin() + at);
    const std::string text = StrCat("# API: ", Join(snippet.optimisers, ", "),
                                    "\n# Title: ", snippet.title, "\n", ProgramText(snippet), "\n");
    if (room.Take(text, "example " + snippet.id)) values["examples"] += text;
  }
  return Finished(words, values, room, around, reader);
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
