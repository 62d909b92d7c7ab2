#include "knowledge/api/roots.h"

#include <toml++/toml.h>

#include "base/files.h"
#include "base/strings.h"

namespace assay::knowledge {
namespace {

std::vector<std::string> Texts(const toml::table& table, std::string_view key) {
  std::vector<std::string> out;
  if (const toml::array* list = table[key].as_array())
    for (const toml::node& item : *list)
      if (const auto text = item.value<std::string>()) out.push_back(*text);
  return out;
}

std::map<std::string, std::string> Pairs(const toml::table& table, std::string_view key) {
  std::map<std::string, std::string> out;
  if (const toml::table* pairs = table[key].as_table())
    for (const auto& [name, value] : *pairs)
      out[std::string(name.str())] = value.value_or(std::string());
  return out;
}

std::string FirstPart(const std::string& name) { return name.substr(0, name.find('.')); }

}  // namespace

Result<std::vector<Roots>> LoadRoots(const std::string& path) {
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  toml::table file;
  try {
    file = toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    return Invalid(StrCat(path, ":", error.source().begin.line, ": ", error.description()));
  }
  std::vector<Roots> out;
  for (const auto& [name, node] : file) {
    const toml::table* table = node.as_table();
    if (table == nullptr) return Invalid(StrCat(path, ": ", name.str(), " is no table"));
    Roots roots;
    roots.framework = std::string(name.str());
    roots.environment = (*table)["environment"].value_or(roots.framework);
    roots.owners = Texts(*table, "owners");
    roots.modules = Texts(*table, "modules");
    roots.methods_of = Texts(*table, "methods_of");
    roots.properties_of = Texts(*table, "properties_of");
    roots.annotations = Texts(*table, "annotations");
    roots.signatures = (*table)["signatures"].value_or(std::string());
    roots.names = Pairs(*table, "names");
    roots.spoken = Pairs(*table, "spoken");
    if (roots.modules.empty() || roots.owners.empty())
      return Invalid(StrCat(path, ": ", roots.framework, " needs owners and modules"));
    out.push_back(std::move(roots));
  }
  return out;
}

std::string WrittenName(const Roots& roots, const std::string& name) {
  const std::string first = FirstPart(name);
  const auto found = roots.spoken.find(first);
  return found == roots.spoken.end() ? name : found->second + name.substr(first.size());
}

const Roots* FrameworkOfName(const std::vector<Roots>& all, const std::string& name) {
  const std::string first = FirstPart(name);
  for (const Roots& roots : all) {
    if (roots.framework == first || roots.spoken.contains(first)) return &roots;
    for (const auto& [package, written] : roots.names)
      if (first == package || first == written) return &roots;
  }
  return nullptr;
}

}  // namespace assay::knowledge
