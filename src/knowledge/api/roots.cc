#include "knowledge/api/roots.h"

#include "base/strings.h"
#include "base/toml.h"

namespace assay::knowledge {
namespace {

std::map<std::string, std::string> Pairs(const Toml& table) {
  std::map<std::string, std::string> out;
  for (const Toml& entry : table.entries()) out[entry.key()] = entry.Text();
  return out;
}

std::string FirstPart(const std::string& name) { return name.substr(0, name.find('.')); }

}  // namespace

Result<std::vector<Roots>> LoadRoots(const std::string& path) {
  ASSAY_ASSIGN(const Toml file, Toml::Load(path));
  std::vector<Roots> out;
  for (const Toml& table : file.entries()) {
    if (!table.IsTable()) return Invalid(StrCat(path, ": ", table.key(), " is no table"));
    Roots roots;
    roots.framework = table.key();
    roots.environment = table["environment"].Text(roots.framework);
    roots.owners = table["owners"].Texts();
    roots.modules = table["modules"].Texts();
    roots.methods_of = table["methods_of"].Texts();
    roots.properties_of = table["properties_of"].Texts();
    roots.annotations = table["annotations"].Texts();
    roots.signatures = table["signatures"].Text();
    roots.names = Pairs(table["names"]);
    roots.spoken = Pairs(table["spoken"]);
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
