#include "mirror/table/paper.h"

#include "base/strings.h"
#include "base/toml.h"
#include "lab/registry.h"

namespace assay::mirror {
namespace {

using nlohmann::json;

constexpr const char* kFile = "/data/mirror/paper.toml";
constexpr const char* kTables[] = {"basic",     "tokens",      "quality",  "alignment",
                                   "screening", "distinction", "transfer", "taxonomy"};

}  // namespace

Result<json> LoadPaper(const std::string& path_given) {
  const std::string path = path_given.empty() ? lab::HomeFolder() + kFile : path_given;
  ASSAY_ASSIGN(const Toml file, Toml::Load(path));
  json out = json::object();
  for (const char* name : kTables) {
    if (!file[name].IsArray()) return Invalid(StrCat(path, ": there is no [[", name, "]]"));
    for (const Toml& row : file[name].items())
      if (row.IsTable()) out[name].push_back(assay::ToJson(row));
  }
  if (file["figures"].IsTable()) out["figures"] = assay::ToJson(file["figures"]);
  return out;
}

}  // namespace assay::mirror
