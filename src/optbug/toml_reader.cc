#include "optbug/toml_reader.h"

#include "base/files.h"
#include "base/strings.h"
#include "lab/registry.h"

namespace assay::optbug {

Result<std::string> ReadData(const std::string& framework, const std::string& name) {
  return ReadFile(StrCat(lab::HomeFolder(), "/data/optbug/", framework, "/", name));
}

Result<Toml> ReadTable(const std::string& framework, const std::string& name) {
  ASSAY_ASSIGN(const std::string text, ReadData(framework, name));
  return Toml::Parse(text, StrCat("data/optbug/", framework, "/", name));
}

std::string Text(const Toml& entry, std::string_view key, std::string_view otherwise) {
  return std::string(Trim(entry[key].Text(otherwise), "\n"));
}

std::set<std::string> WordSet(const Toml& entry, std::string_view key) {
  const std::vector<std::string> words = entry[key].Texts();
  return {words.begin(), words.end()};
}

}  // namespace assay::optbug
