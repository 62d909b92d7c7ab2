#include "optbug/toml_reader.h"

#include "base/files.h"
#include "base/strings.h"
#include "lab/registry.h"

namespace assay::optbug {

Result<std::string> ReadData(const std::string& framework, const std::string& name) {
  return ReadFile(StrCat(lab::HomeFolder(), "/data/optbug/", framework, "/", name));
}

Result<toml::table> ReadTable(const std::string& framework, const std::string& name) {
  ASSAY_ASSIGN(const std::string text, ReadData(framework, name));
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    return Invalid(StrCat("data/optbug/", framework, "/", name, ":", error.source().begin.line,
                          ": ", error.description()));
  }
}

std::string Text(const toml::table& entry, std::string_view key, std::string_view otherwise) {
  std::string out = entry[key].value_or(std::string(otherwise));
  while (out.ends_with('\n')) out.pop_back();
  while (out.starts_with('\n')) out.erase(0, 1);
  return out;
}

std::vector<std::string> Words(const toml::table& entry, std::string_view key) {
  std::vector<std::string> out;
  if (const toml::array* list = entry[key].as_array())
    for (const toml::node& node : *list) out.push_back(node.value_or(std::string()));
  return out;
}

std::set<std::string> WordSet(const toml::table& entry, std::string_view key) {
  const std::vector<std::string> words = Words(entry, key);
  return {words.begin(), words.end()};
}

std::vector<const toml::table*> Entries(const toml::table& table, std::string_view key) {
  std::vector<const toml::table*> out;
  if (const toml::array* list = table[key].as_array())
    for (const toml::node& node : *list)
      if (const toml::table* entry = node.as_table()) out.push_back(entry);
  return out;
}

}  // namespace assay::optbug
