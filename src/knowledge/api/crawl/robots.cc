#include "knowledge/api/crawl/robots.h"

#include <cstdlib>

#include "base/strings.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

bool Fits(const std::string& pattern, std::string_view path) {
  if (pattern.ends_with('$')) return GlobMatch(pattern.substr(0, pattern.size() - 1), path);
  return GlobMatch(pattern + "*", path);
}

}  // namespace

Robots Robots::Parse(std::string_view text, std::string_view agent) {
  Robots everybody, own;
  bool found_own = false;
  bool for_own = false, for_all = false, in_rules = false;
  for (const std::string& raw : Split(text, '\n')) {
    const std::string line = raw.substr(0, raw.find('#'));
    const size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::string key = Lower(Trim(line.substr(0, colon)));
    const std::string value(Trim(line.substr(colon + 1)));
    if (key == "user-agent") {
      if (in_rules) for_own = for_all = in_rules = false;  // a new group begins
      for_own = for_own || Lower(value) == Lower(agent);
      for_all = for_all || value == "*";
      found_own = found_own || for_own;
      continue;
    }
    in_rules = true;
    for (Robots* group : {for_own ? &own : nullptr, for_all ? &everybody : nullptr}) {
      if (group == nullptr) continue;
      if ((key == "disallow" || key == "allow") && !value.empty())
        group->rules_.push_back({value, key == "allow"});
      if (key == "crawl-delay") group->delay_s_ = std::atof(value.c_str());
    }
  }
  return found_own ? own : everybody;
}

bool Robots::Allows(std::string_view path) const {
  const Rule* best = nullptr;
  for (const Rule& rule : rules_)
    if (Fits(rule.pattern, path) &&
        (best == nullptr || rule.pattern.size() > best->pattern.size() ||
         (rule.pattern.size() == best->pattern.size() && rule.allow)))
      best = &rule;
  return best == nullptr || best->allow;
}

}  // namespace assay::knowledge
