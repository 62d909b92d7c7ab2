#include "knowledge/api/members.h"

#include <filesystem>

#include "base/files.h"
#include "base/strings.h"

namespace assay::knowledge {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string PathOf(const std::string& framework, const std::string& version,
                   const std::string& folder) {
  return StrCat(folder, "/docs/", framework, "-", version, "/members.json");
}

}  // namespace

Result<Members> Members::FromJson(const json& object) {
  Members out;
  if (!object.is_object()) return Invalid("the names of modules are not an object");
  for (const auto& [module, names] : object.items()) {
    if (!names.is_array()) return Invalid(StrCat("the names of ", module, " are not a list"));
    std::set<std::string>& known = out.modules_[module];
    for (const json& name : names)
      if (name.is_string()) known.insert(known.end(), name.get<std::string>());
  }
  return out;
}

json Members::ToJson() const { return modules_; }

Status Members::Keep(const std::string& framework, const std::string& version,
                     const std::string& folder) const {
  const std::string path = PathOf(framework, version, folder);
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  if (error) return Invalid(StrCat("cannot make the folder of ", path, ": ", error.message()));
  return WriteFile(path, ToJson().dump());
}

Result<Members> Members::Load(const std::string& framework, const std::string& version,
                              const std::string& folder) {
  const std::string path = PathOf(framework, version, folder);
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  auto members = FromJson(json::parse(text, nullptr, false));
  if (!members.ok()) return Invalid(StrCat(path, ": ", members.error().message));
  return members;
}

std::optional<Members::Missing> Members::FindMissing(const std::string& api) const {
  // The innermost module that is known: what stands behind it is its member or does not exist.
  for (size_t dot = api.rfind('.'); dot != std::string::npos && dot > 0;
       dot = api.rfind('.', dot - 1)) {
    const auto module = modules_.find(api.substr(0, dot));
    if (module == modules_.end()) continue;
    const std::string name = api.substr(dot + 1, api.find('.', dot + 1) - dot - 1);
    // __dict__ and the like belong to every object.
    if (name.starts_with("__") || module->second.contains(name)) return std::nullopt;
    return Missing{module->first, name,
                   Nearest(name, {module->second.begin(), module->second.end()})};
  }
  return std::nullopt;
}

}  // namespace assay::knowledge
