#include "knowledge/pairs/rules.h"

#include <algorithm>

#include "base/strings.h"
#include "base/toml.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

constexpr const char* kOther = "other";
constexpr int kUnlisted = 1000;  // after every listed module

std::string_view ModuleOf(std::string_view api) {
  const size_t dot = api.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : api.substr(0, dot);
}

bool FitsAny(const std::vector<std::string>& patterns, const std::string& api) {
  return std::ranges::any_of(patterns,
                             [&](const std::string& pattern) { return GlobMatch(pattern, api); });
}

bool Holds(const std::vector<std::string>& list, std::string_view item) {
  return std::ranges::find(list, item) != list.end();
}

// The groups of [[same_name]] or [[same_parameter]]; each must say why.
Result<std::vector<std::vector<std::string>>> Groups(const Toml& file, const char* key) {
  std::vector<std::vector<std::string>> out;
  for (const Toml& group : file[key].items()) {
    const std::vector<std::string> names = group["names"].Texts();
    if (names.size() < 2 || !group["why"].IsText())
      return group.Wrong(StrCat(key, " needs two names or more and a reason (why)"));
    for (const std::string& name : names)
      if (name != PlainName(name))
        return group.Wrong(StrCat("\"", name, "\" must be in lower case without underscores"));
    out.push_back(names);
  }
  return out;
}

Status ReadTopics(const Toml& file, PairRules& out) {
  for (const Toml& topic : file["topic"].items()) {
    if (!topic["name"].IsText()) return topic.Wrong("a topic needs a name");
    out.topics.push_back({topic["name"].Text(), topic["apis"].Texts(), topic["top_level"].Texts()});
  }
  for (const Toml& pair : file["compatible"]["pairs"].items())
    if (const auto two = pair.Texts(); two.size() == 2) out.compatible.emplace_back(two[0], two[1]);
  return {};
}

}  // namespace

Result<PairRules> LoadPairRules(const std::string& path) {
  ASSAY_ASSIGN(const Toml file, Toml::Load(path));
  PairRules out;
  out.kept = file["kept"].Texts();
  out.left_out = file["left_out"].Texts();
  out.by_meaning = file["by_meaning"].Texts();
  for (const std::string& name : file["common_parameters"].Texts())
    out.common_parameters.push_back(PlainName(name));
  ASSAY_RETURN_IF_ERROR(ReadTopics(file, out));
  for (const std::string& module : file["order"]["modules"].Texts())
    out.order.emplace(module, static_cast<int>(out.order.size()) + 1);
  ASSAY_ASSIGN(const auto names, Groups(file, "same_name"));
  for (const auto& group : names)
    for (const std::string& name : group)
      if (!out.same_name.emplace(name, group[0]).second)
        return Invalid(StrCat(path, ": \"", name, "\" is in two groups of same_name"));
  ASSAY_ASSIGN(out.same_parameter, Groups(file, "same_parameter"));
  return out;
}

std::string PlainName(std::string_view name) {
  std::string out = Lower(name);
  std::erase(out, '_');
  return out;
}

bool IsLeftOut(const PairRules& rules, const std::string& api) {
  for (const std::string& part : Split(api, '.'))
    if (part.starts_with('_')) return true;
  return !FitsAny(rules.kept, api) && FitsAny(rules.left_out, api);
}

std::string TopicOf(const PairRules& rules, const std::string& api) {
  for (const Topic& topic : rules.topics)
    if (FitsAny(topic.apis, api) || Holds(topic.top_level, ModuleOf(api))) return topic.name;
  return kOther;
}

bool Compatible(const PairRules& rules, const std::string& a, const std::string& b) {
  if (a == b || a == kOther || b == kOther) return true;
  return std::ranges::any_of(rules.compatible, [&](const auto& pair) {
    return (pair.first == a && pair.second == b) || (pair.first == b && pair.second == a);
  });
}

int RankOf(const PairRules& rules, const std::string& api) {
  const auto found = rules.order.find(std::string(ModuleOf(api)));
  return found == rules.order.end() ? kUnlisted : found->second;
}

bool SameParameter(const PairRules& rules, const std::string& a, const std::string& b) {
  const std::string plain_a = PlainName(a), plain_b = PlainName(b);
  if (plain_a == plain_b) return true;
  return std::ranges::any_of(rules.same_parameter, [&](const auto& group) {
    return Holds(group, plain_a) && Holds(group, plain_b);
  });
}

}  // namespace assay::knowledge
