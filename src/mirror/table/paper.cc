#include "mirror/table/paper.h"

#include <toml++/toml.h>

#include "base/files.h"
#include "base/strings.h"
#include "lab/registry.h"

namespace assay::mirror {
namespace {

using nlohmann::json;

constexpr const char* kFile = "/data/mirror/paper.toml";
constexpr const char* kTables[] = {"basic",     "tokens",      "quality",  "alignment",
                                   "screening", "distinction", "transfer", "taxonomy"};

json ToJson(const toml::table& table) {
  json out = json::object();
  for (const auto& [key, node] : table) {
    const std::string name(key.str());
    if (const auto text = node.value<std::string>(); text.has_value())
      out[name] = *text;
    else if (node.is_integer())
      out[name] = node.value_or<int64_t>(0);
    else
      out[name] = node.value_or(0.0);
  }
  return out;
}

}  // namespace

Result<json> LoadPaper(const std::string& path_given) {
  const std::string path = path_given.empty() ? lab::HomeFolder() + kFile : path_given;
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  json out = json::object();
  try {
    const toml::table file = toml::parse(text);
    for (const char* name : kTables) {
      const toml::array* rows = file[name].as_array();
      if (rows == nullptr) return Invalid(StrCat(path, ": there is no [[", name, "]]"));
      for (const toml::node& node : *rows)
        if (const toml::table* row = node.as_table(); row != nullptr)
          out[name].push_back(ToJson(*row));
    }
    if (const toml::table* figures = file["figures"].as_table(); figures != nullptr)
      out["figures"] = ToJson(*figures);
  } catch (const toml::parse_error& error) {
    return Invalid(StrCat(path, ":", error.source().begin.line, ": ", error.description()));
  }
  return out;
}

}  // namespace assay::mirror
