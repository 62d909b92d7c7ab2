#include "optbug/model/describe_by_model.h"

#include <algorithm>
#include <map>

#include "base/strings.h"
#include "base/toml.h"
#include "knowledge/issues/classify.h"
#include "knowledge/text.h"
#include "lab/registry.h"
#include "llm/room.h"
#include "llm/template.h"
#include "optbug/describe.h"

namespace assay::optbug {
namespace {

constexpr const char* kFile = "/data/optbug/labelled.toml";
constexpr size_t kPerCategory = 4;
// What people said stands beside the program, not in its place.
constexpr size_t kMostTold = 400;

std::vector<std::string> Categories() {
  std::vector<std::string> out;
  for (const knowledge::CategoryDef& category : knowledge::AllCategories())
    if (category.scheme == knowledge::Scheme::kOptimisation) out.emplace_back(category.name);
  return out;
}

// Whole sentences, as many of each line as fit.
std::string Told(const std::vector<std::string>& lines, llm::Room& room) {
  std::string out;
  for (const std::string& line : lines)
    if (const std::string told =
            room.Sentences(knowledge::Sentences(line), kMostTold, "the report");
        !told.empty())
      out += StrCat("# ", told, "\n");
  return out;
}

std::string ExampleText(const LabelledBug& bug) {
  std::string told;
  for (const std::string& line : bug.told) told += StrCat("# ", line, "\n");
  return StrCat(told, Trim(bug.code), "\n# Exception: ", bug.exception,
                "\n# Location: ", bug.location, "\n# Reason: ", bug.reason,
                "\n# Category: ", bug.category, "\n");
}

Result<LabelledBug> ReadBug(const Toml& table, size_t number, const std::string& path) {
  LabelledBug out{table["category"].Text(),  table["issue"].Text(),    table["code"].Text(),
                  table["exception"].Text(), table["location"].Text(), table["reason"].Text(),
                  table["told"].Texts()};
  for (const std::string* needed :
       {&out.category, &out.code, &out.exception, &out.location, &out.reason})
    if (needed->empty())
      return Invalid(StrCat(path, ": example ", number,
                            " needs category, code, exception, location and reason"));
  return out;
}

Status CheckCounts(const std::vector<LabelledBug>& bugs, const std::string& path) {
  std::map<std::string, size_t> counts;
  for (const LabelledBug& bug : bugs) ++counts[bug.category];
  for (const std::string& category : Categories())
    if (counts[category] != kPerCategory)
      return Invalid(StrCat(path, ": ", counts[category], " examples of ", category, " instead of ",
                            kPerCategory));
  if (counts.size() != Categories().size())
    return Invalid(StrCat(path, ": an example is of a category that does not exist"));
  return {};
}

// "RuntimeError" of "RuntimeError on keyword arguments"; "" when it names no class.
std::string ClassOf(const std::string& exception) {
  const std::string word = exception.substr(0, exception.find_first_of(" :,"));
  const std::string last(knowledge::LastPart(word));
  const bool named = last.ends_with("Error") || last.ends_with("Exception");
  return named && knowledge::IsIdentifier(last) ? last : "";
}

// Nothing where the program does not fit beside the examples and an answer.
Result<std::optional<llm::Prompt>> DescribePrompt(const Snippet& snippet,
                                                  const llm::Template& words,
                                                  const std::string& examples, int64_t context) {
  std::map<std::string, std::string> values = {
      {"categories", Join(Categories(), ", ")}, {"examples", examples}, {"report", ""}};
  ASSAY_ASSIGN(const llm::Prompt around, words.Fill(values));
  size_t taken = 0;
  for (const llm::Message& message : around.messages) taken += message.text.size();
  const int64_t answer = llm::AnswerTokens(context, around.parameters.max_tokens.value_or(0));
  llm::Room room(context, answer, taken);
  if (!room.Take(snippet.source, snippet.id)) return std::optional<llm::Prompt>();
  values["report"] = Told(snippet.told, room) + snippet.source;
  ASSAY_ASSIGN(llm::Prompt prompt, words.Fill(values));
  prompt.pipeline = "optbug";
  prompt.parameters.max_tokens = answer;
  prompt.left_out = room.left_out();
  return std::optional<llm::Prompt>(std::move(prompt));
}

void TakeOver(const Description& told, const std::string& model, Snippet& snippet) {
  snippet.category = told.category;
  snippet.reason = told.reason;
  snippet.by = model;
  if (snippet.exception.empty()) snippet.exception = ClassOf(told.exception);
  // The optimiser's own module is what rules say who know nothing better.
  const bool guessed = snippet.optimisers.empty() ||
                       snippet.location == ModuleOfOptimiser(snippet.optimisers.front());
  if (guessed && told.location.starts_with(snippet.framework + "."))
    snippet.location = told.location.substr(0, told.location.find_first_of(" ,;"));
}

}  // namespace

Result<std::vector<LabelledBug>> LoadLabelled(const std::string& path_given) {
  const std::string path = path_given.empty() ? lab::HomeFolder() + kFile : path_given;
  ASSAY_ASSIGN(const Toml file, Toml::Load(path));
  std::vector<LabelledBug> out;
  for (const Toml& example : file["example"].items()) {
    const size_t number = out.size() + 1;
    if (!example.IsTable()) return Invalid(StrCat(path, ": example ", number, " is not a table"));
    ASSAY_ASSIGN(out.emplace_back(), ReadBug(example, number, path));
  }
  ASSAY_RETURN_IF_ERROR(CheckCounts(out, path));
  return out;
}

std::optional<Description> ReadDescription(const std::string& answer) {
  Description out;
  for (const std::string& line : Split(answer, '\n')) {
    std::string_view text = Trim(line);
    while (text.starts_with('#')) text = Trim(text.substr(1));
    const auto take = [&](std::string_view head, std::string& to) {
      if (to.empty() && text.starts_with(head)) to = std::string(Trim(text.substr(head.size())));
    };
    take("Exception:", out.exception);
    take("Location:", out.location);
    take("Reason:", out.reason);
    take("Category:", out.category);
  }
  const std::vector<std::string> known = Categories();
  if (std::ranges::find(known, out.category) == known.end()) return std::nullopt;
  if (out.exception.empty() || out.location.empty() || out.reason.empty()) return std::nullopt;
  return out;
}

Result<Described> DescribeByModel(std::vector<Snippet>& snippets, llm::Client& client) {
  ASSAY_ASSIGN(const std::vector<LabelledBug> labelled, LoadLabelled());
  ASSAY_ASSIGN(const llm::Template words, llm::Template::Load("optbug-describe"));
  std::string examples;
  for (const LabelledBug& bug : labelled) examples += ExampleText(bug) + "\n";
  std::vector<llm::Prompt> prompts;
  std::vector<Snippet*> asked;
  for (Snippet& snippet : snippets) {
    if (snippet.by == "pool") continue;
    ASSAY_ASSIGN(std::optional<llm::Prompt> prompt,
                 DescribePrompt(snippet, words, examples, client.context()));
    if (!prompt) continue;
    prompts.push_back(*std::move(prompt));
    asked.push_back(&snippet);
  }
  Described out;
  const std::vector<llm::Outcome> outcomes = client.AskAll(prompts);
  ASSAY_RETURN_IF_ERROR(out.spent.Add(outcomes));
  for (size_t i = 0; i < outcomes.size(); ++i) {
    if (!outcomes[i].ok()) continue;
    const auto told = ReadDescription(outcomes[i].answer.text);
    if (!told.has_value()) continue;
    ++out.well_formed;
    TakeOver(*told, client.model(), *asked[i]);
  }
  return out;
}

}  // namespace assay::optbug
