#include "campaign/recipe.h"

#include <charconv>

#include "base/strings.h"

namespace assay::campaign {
namespace {

constexpr std::string_view kArrow = " > ";

}  // namespace

std::string Recipe::Text() const {
  std::string text = root;
  for (const Step& step : steps) text += StrCat(kArrow, step.mutator, "@", step.seed);
  return text;
}

Result<Recipe> Recipe::Parse(std::string_view text) {
  Recipe recipe;
  size_t start = 0;
  for (bool first = true; start <= text.size(); first = false) {
    const size_t end = std::min(text.find(kArrow, start), text.size());
    const std::string_view part = text.substr(start, end - start);
    start = end + kArrow.size();
    if (first) {
      recipe.root = part;
      continue;
    }
    const size_t at = part.rfind('@');
    Step step;
    const char* last = part.data() + part.size();
    const auto digits = at == std::string_view::npos ? last : part.data() + at + 1;
    const auto [end_of_seed, error] = std::from_chars(digits, last, step.seed);
    if (at == std::string_view::npos || at == 0 || error != std::errc() || end_of_seed != last)
      return Invalid(StrCat("recipe '", text, "': expected MUTATOR@SEED, found '", part, "'"));
    step.mutator = part.substr(0, at);
    recipe.steps.push_back(std::move(step));
  }
  if (recipe.root.empty()) return Invalid("a recipe without a root");
  return recipe;
}

}  // namespace assay::campaign
