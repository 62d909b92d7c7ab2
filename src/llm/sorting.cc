#include "llm/sorting.h"

#include <algorithm>
#include <cctype>

#include "base/strings.h"
#include "llm/template.h"

namespace assay::llm {
namespace {

// About 900 tokens: with the categories well within a context of 4096, and half a minute of reading
// for a small model on two cores.
constexpr size_t kTextBytes = 3500;
// A quotation shorter than this is found in nearly every text.
constexpr size_t kShortestReason = 8;

// Lower case, all white space as single spaces.
std::string Plain(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isspace(byte) == 0)
      out += static_cast<char>(std::tolower(byte));
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

std::string TextAt(const nlohmann::json& answer, const char* key) {
  const auto it = answer.find(key);
  return it != answer.end() && it->is_string() ? it->get<std::string>() : "";
}

nlohmann::ordered_json SchemaOf(std::span<const Category> categories) {
  auto names = nlohmann::ordered_json::array();
  for (const Category& category : categories) names.push_back(category.name);
  return {
      {"type", "object"},
      {"properties",
       {{"sentence", {{"type", "string"}}}, {"category", {{"type", "string"}, {"enum", names}}}}},
      {"required", {"sentence", "category"}},
      {"additionalProperties", false}};
}

}  // namespace

std::string CutText(const std::string& text, size_t bytes) {
  if (text.size() <= bytes) return text;
  // A byte that continues a character does not begin one.
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80) --bytes;
  return text.substr(0, bytes);
}

Result<Prompt> SortingPrompt(std::span<const Category> categories, const std::string& text) {
  ASSAY_ASSIGN(const Template words, Template::Load("classify-issue"));
  std::string list;
  for (const Category& category : categories)
    list += StrCat("- ", category.name, ": ", category.help, "\n");
  ASSAY_ASSIGN(Prompt prompt,
               words.Fill({{"categories", list}, {"report", CutText(text, kTextBytes)}}));
  prompt.schema = SchemaOf(categories);
  return prompt;
}

Result<Sorted> ReadSorted(const nlohmann::json& answer, std::span<const Category> categories,
                          const std::string& text) {
  if (!answer.is_object()) return Invalid("the answer is not an object");
  Sorted out{TextAt(answer, "category"), TextAt(answer, "sentence")};
  const bool known = std::ranges::any_of(
      categories, [&](const Category& each) { return each.name == out.category; });
  if (!known) return Invalid(StrCat("\"", out.category, "\" is not a category"));
  const std::string reason = Plain(out.sentence);
  if (reason.size() < kShortestReason || Plain(text).find(reason) == std::string::npos)
    return Invalid("it gives no sentence of the report as reason");
  return out;
}

}  // namespace assay::llm
