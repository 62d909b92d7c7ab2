#include "campaign/pattern_counts.h"

#include "base/strings.h"

namespace assay::campaign {
namespace {

constexpr std::string_view kAlmost = "almost ";

}  // namespace

std::string PatternsText(const std::vector<generate::PatternUse>& uses) {
  std::vector<std::string> names;
  for (const generate::PatternUse& use : uses)
    names.push_back(StrCat(use.near_miss ? kAlmost : "", use.name));
  return names.empty() ? "" : StrCat(" (", Join(names, ", "), ")");
}

void PatternCounts::Add(std::string_view recipe) {
  const std::string_view root = recipe.substr(0, recipe.find(" > "));
  const size_t open = root.find(" (");
  if (!root.starts_with("generated:") || open == std::string_view::npos || !root.ends_with(')'))
    return;
  ++cases;
  bool near = false;
  for (const std::string& part : Split(root.substr(open + 2, root.size() - open - 3), ',')) {
    std::string_view name = part;
    if (name.starts_with(' ')) name.remove_prefix(1);
    if (name.starts_with(kAlmost)) {
      near = true;
      name.remove_prefix(kAlmost.size());
    }
    ++uses[std::string(name)];
  }
  near_misses += near ? 1 : 0;
}

}  // namespace assay::campaign
