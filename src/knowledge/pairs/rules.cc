#include "knowledge/pairs/rules.h"

#include <toml++/toml.h>

#include <algorithm>

#include "base/files.h"
#include "base/strings.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

constexpr const char* kOther = "other";
constexpr int kUnlisted = 1000;  // after every listed module

std::vector<std::string> Texts(const toml::array* list) {
  std::vector<std::string> out;
  if (list != nullptr)
    for (const toml::node& item : *list)
      if (const auto text = item.value<std::string>()) out.push_back(*text);
  return out;
}

std::string_view ModuleOf(std::string_view api) {
  const size_t dot = api.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : api.substr(0, dot);
}

bool FitsAny(const std::vector<std::string>& patterns, const std::string& api) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return GlobMatch(pattern, api); });
}

bool Holds(const std::vector<std::string>& list, std::string_view item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

// The groups of [[same_name]] or [[same_parameter]]; each must say why.
Result<std::vector<std::vector<std::string>>> Groups(const toml::table& file, const char* key,
                                                     const std::string& path) {
  std::vector<std::vector<std::string>> out;
  const toml::array* list = file[key].as_array();
  if (list == nullptr) return out;
  for (const toml::node& node : *list) {
    const toml::table* table = node.as_table();
    const std::vector<std::string> names =
        table == nullptr ? std::vector<std::string>() : Texts((*table)["names"].as_array());
    if (names.size() < 2 || !(*table)["why"].is_string())
      return Invalid(StrCat(path, ":", node.source().begin.line, ": ", key,
                            " needs two names or more and a reason (why)"));
    for (const std::string& name : names)
      if (name != PlainName(name))
        return Invalid(StrCat(path, ":", node.source().begin.line, ": \"", name,
                              "\" must be in lower case without underscores"));
    out.push_back(names);
  }
  return out;
}

Status ReadTopics(const toml::table& file, const std::string& path, PairRules& out) {
  if (const toml::array* topics = file["topic"].as_array())
    for (const toml::node& node : *topics) {
      const toml::table* table = node.as_table();
      if (table == nullptr || !(*table)["name"].is_string())
        return Invalid(StrCat(path, ":", node.source().begin.line, ": a topic needs a name"));
      out.topics.push_back({(*table)["name"].value_or(std::string()),
                            Texts((*table)["apis"].as_array()),
                            Texts((*table)["top_level"].as_array())});
    }
  if (const toml::array* pairs = file["compatible"]["pairs"].as_array())
    for (const toml::node& node : *pairs)
      if (const auto two = Texts(node.as_array()); two.size() == 2)
        out.compatible.emplace_back(two[0], two[1]);
  return {};
}

}  // namespace

Result<PairRules> LoadPairRules(const std::string& path) {
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  toml::table file;
  try {
    file = toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    return Invalid(StrCat(path, ":", error.source().begin.line, ": ", error.description()));
  }
  PairRules out;
  out.kept = Texts(file["kept"].as_array());
  out.left_out = Texts(file["left_out"].as_array());
  out.by_meaning = Texts(file["by_meaning"].as_array());
  for (const std::string& name : Texts(file["common_parameters"].as_array()))
    out.common_parameters.push_back(PlainName(name));
  ASSAY_RETURN_IF_ERROR(ReadTopics(file, path, out));
  for (const std::string& module : Texts(file["order"]["modules"].as_array()))
    out.order.emplace(module, static_cast<int>(out.order.size()) + 1);
  ASSAY_ASSIGN(const auto names, Groups(file, "same_name", path));
  for (const auto& group : names)
    for (const std::string& name : group)
      if (!out.same_name.emplace(name, group[0]).second)
        return Invalid(StrCat(path, ": \"", name, "\" is in two groups of same_name"));
  ASSAY_ASSIGN(out.same_parameter, Groups(file, "same_parameter", path));
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
  return std::any_of(rules.compatible.begin(), rules.compatible.end(), [&](const auto& pair) {
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
  return std::any_of(
      rules.same_parameter.begin(), rules.same_parameter.end(),
      [&](const auto& group) { return Holds(group, plain_a) && Holds(group, plain_b); });
}

}  // namespace assay::knowledge
