#include "optbug/table/paper.h"

#include <toml++/toml.h>

#include "base/files.h"
#include "base/strings.h"
#include "lab/registry.h"

namespace assay::optbug {
namespace {

using nlohmann::json;

constexpr const char* kPaperFile = "/data/optbug/paper.toml";

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

json ListOf(const toml::table& file, const char* key) {
  json out = json::array();
  if (const toml::array* all = file[key].as_array(); all != nullptr)
    for (const toml::node& node : *all)
      if (const toml::table* table = node.as_table(); table != nullptr)
        out.push_back(ToJson(*table));
  return out;
}

}  // namespace

json ToJson(const Quality& row) {
  return {{"approach", row.approach},
          {"provider", row.provider},
          {"outputs", row.outputs},
          {"valid", row.valid},
          {"valid_share", row.Share(row.valid)},
          {"relevant", row.relevant},
          {"relevant_share", row.Share(row.relevant)},
          {"bugs", row.bugs},
          {"source", row.measured ? "measured" : "paper"}};
}

Result<PaperFigures> LoadPaper(const std::string& path_given) {
  const std::string path = path_given.empty() ? lab::HomeFolder() + kPaperFile : path_given;
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  PaperFigures out;
  try {
    const toml::table file = toml::parse(text);
    out.models = ListOf(file, "models");
    out.kinds = ListOf(file, "kinds");
    if (const toml::table* figures = file["figures"].as_table(); figures != nullptr)
      out.figures = ToJson(*figures);
    for (const json& row : ListOf(file, "quality"))
      out.quality.push_back({row.at("approach"), row.at("provider"), row.at("outputs"),
                             row.at("valid"), row.at("relevant"), row.at("bugs")});
  } catch (const toml::parse_error& error) {
    return Invalid(StrCat(path, ": ", error.description()));
  } catch (const json::exception& error) {
    return Invalid(StrCat(path, ": ", error.what()));
  }
  return out;
}

}  // namespace assay::optbug
