#include "optbug/table/paper.h"

#include "base/strings.h"
#include "base/toml.h"
#include "lab/registry.h"

namespace assay::optbug {
namespace {

using nlohmann::json;

constexpr const char* kPaperFile = "/data/optbug/paper.toml";

json ListOf(const Toml& list) {
  json out = json::array();
  for (const Toml& table : list.items())
    if (table.IsTable()) out.push_back(assay::ToJson(table));
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
  ASSAY_ASSIGN(const Toml file, Toml::Load(path));
  PaperFigures out;
  try {
    out.models = ListOf(file["models"]);
    out.kinds = ListOf(file["kinds"]);
    if (file["figures"].IsTable()) out.figures = assay::ToJson(file["figures"]);
    for (const json& row : ListOf(file["quality"]))
      out.quality.push_back({row.at("approach"), row.at("provider"), row.at("outputs"),
                             row.at("valid"), row.at("relevant"), row.at("bugs")});
  } catch (const json::exception& error) {
    return Invalid(StrCat(path, ": ", error.what()));
  }
  return out;
}

}  // namespace assay::optbug
