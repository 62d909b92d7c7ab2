#include "mirror/pairs/conventions.h"

#include <toml++/toml.h>

#include <algorithm>

#include "base/files.h"
#include "base/strings.h"
#include "lab/registry.h"

namespace assay::mirror::pairs {
namespace {

bool AnyFits(const std::vector<std::string>& patterns, const std::string& text) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return GlobMatch(pattern, text); });
}

// What is left out fits all.
std::vector<std::string> Patterns(const toml::table& table, const char* key) {
  std::vector<std::string> out;
  if (const toml::array* list = table[key].as_array())
    for (const toml::node& node : *list)
      if (const auto text = node.value<std::string>()) out.push_back(*text);
  if (out.empty()) out.push_back("*");
  return out;
}

}  // namespace

const Convention* Conventions::Find(const std::vector<std::string>& apis, const std::string& change,
                                    const std::string& difference) const {
  for (const Convention& one : all)
    if (AnyFits(one.changes, change) && AnyFits(one.differences, difference) &&
        std::any_of(apis.begin(), apis.end(),
                    [&](const std::string& api) { return AnyFits(one.apis, api); }))
      return &one;
  return nullptr;
}

Result<Conventions> ReadConventions(const std::string& text, const std::string& path) {
  toml::table file;
  try {
    file = toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    return Invalid(StrCat(path, ":", error.source().begin.line, ": ", error.description()));
  }
  Conventions out;
  const toml::array* entries = file["convention"].as_array();
  if (entries == nullptr) return out;
  for (const toml::node& node : *entries) {
    const toml::table* table = node.as_table();
    const auto complain = [&](const char* what) {
      return Invalid(StrCat(path, ":", node.source().begin.line, ": ", what));
    };
    if (table == nullptr) return complain("a convention is a table");
    Convention one{(*table)["name"].value_or(std::string()),
                   (*table)["why"].value_or(std::string()),
                   Patterns(*table, "apis"),
                   Patterns(*table, "changes"),
                   Patterns(*table, "differences"),
                   (*table)["noted"].value_or(false)};
    if (one.name.empty() || one.why.empty()) return complain("a convention needs name and why");
    if (!table->contains("apis") && !table->contains("changes") && !table->contains("differences"))
      return complain("a convention needs apis, changes or differences: it would cover everything");
    out.all.push_back(std::move(one));
  }
  return out;
}

Result<Conventions> LoadConventions() {
  const std::string path = lab::HomeFolder() + "/data/mirror/conventions.toml";
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  return ReadConventions(text, path);
}

}  // namespace assay::mirror::pairs
