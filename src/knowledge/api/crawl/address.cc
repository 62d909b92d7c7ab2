#include "knowledge/api/crawl/address.h"

#include <cstdlib>

#include "base/strings.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

std::string Normal(const std::string& path) {
  std::vector<std::string> parts;
  const std::vector<std::string> all = Split(path, '/');
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i] == ".." && !parts.empty()) parts.pop_back();
    if (all[i] != ".." && all[i] != "." && !(all[i].empty() && i + 1 < all.size()))
      parts.push_back(all[i]);
  }
  return "/" + Join(parts, "/");
}

bool Fits(const std::string& pattern, std::string_view path) {
  if (pattern.ends_with('$')) return GlobMatch(pattern.substr(0, pattern.size() - 1), path);
  return GlobMatch(pattern + "*", path);
}

}  // namespace

bool IsWebAddress(std::string_view text) {
  return text.starts_with("http://") || text.starts_with("https://");
}

Address SplitAddress(std::string_view url) {
  const size_t host = url.find("://") + 3;
  const size_t slash = url.find('/', host);
  if (slash == std::string_view::npos) return {std::string(url), "/"};
  return {std::string(url.substr(0, slash)), std::string(url.substr(slash))};
}

std::string FolderOf(std::string_view url) {
  const Address address = SplitAddress(url);
  return address.site + address.path.substr(0, address.path.rfind('/') + 1);
}

std::string ResolveLink(std::string_view base, std::string_view link) {
  link = link.substr(0, link.find_first_of("?#"));
  if (link.empty()) return "";
  if (IsWebAddress(link)) {
    const Address address = SplitAddress(link);
    return address.site + Normal(address.path);
  }
  const size_t colon = link.find(':');
  if (colon != std::string_view::npos && colon < link.find('/')) return "";
  const Address from = SplitAddress(base);
  if (link.starts_with("//"))
    return ResolveLink(base, StrCat(base.substr(0, base.find(':') + 1), link));
  if (link.starts_with('/')) return from.site + Normal(std::string(link));
  return from.site + Normal(StrCat(from.path.substr(0, from.path.rfind('/') + 1), link));
}

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
