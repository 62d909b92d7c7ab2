#include "optbug/distance/places.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/strings.h"
#include "lab/registry.h"

namespace assay::optbug {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kScript = "/data/optbug/places.py";
constexpr std::string_view kMark = "PLACES ";
// TensorFlow loads most of itself for a question, on a busy machine.
constexpr double kWallSeconds = 120;

// A raw text in Python: JSON's own strings are Python's too.
std::string Literal(const std::string& text) { return json(text).dump(); }

Places Read(const json& told) {
  Places out;
  if (!told.is_object()) return out;
  const json folders = told.value("folders", json::object());
  const json parents_of = told.value("parents", json::object());
  for (const auto& [name, folder] : folders.items())
    out.folders[name] = folder.is_string() ? folder.get<std::string>() : "";
  for (const auto& [name, parents] : parents_of.items())
    if (parents.is_array()) out.parents[name] = parents.get<std::vector<std::string>>();
  return out;
}

json ToJson(const Places& places) {
  return {{"folders", places.folders}, {"parents", places.parents}};
}

void Add(const Places& from, Places& to) {
  to.folders.insert(from.folders.begin(), from.folders.end());
  to.parents.insert(from.parents.begin(), from.parents.end());
}

Result<Places> Ask(const std::string& framework, const std::string& script, const json& apis,
                   const json& types, program::ProgramLab& lab) {
  const json asked = {{"package", framework}, {"apis", apis}, {"types", types}};
  program::ProgramRequest request;
  request.name = "places.py";
  request.text = StrCat(script, "\nanswer(", Literal(asked.dump()), ")\n");
  request.limits.wall_s = kWallSeconds;
  ASSAY_ASSIGN(const program::ProgramOutcome outcome, lab.Run(request));
  for (const std::string& line : Split(outcome.run.out, '\n'))
    if (line.starts_with(kMark)) return Read(ParseJson(line.substr(kMark.size())));
  return Invalid(StrCat("asking ", framework, " where its APIs are defined failed (",
                        program::ProgramStatusName(outcome.status), " ", outcome.run.exception, " ",
                        outcome.run.message, "); `assay doctor` says whether it works at all"));
}

}  // namespace

bool Places::Has(const std::string& api) const {
  const auto found = folders.find(api);
  return found != folders.end() && !found->second.empty();
}

std::string Places::FolderOf(const std::string& api) const {
  if (Has(api)) return folders.at(api);
  std::string out = api.substr(0, api.rfind('.'));
  std::replace(out.begin(), out.end(), '.', '/');
  return out;
}

std::vector<std::string> Places::ParentsOf(const std::string& type) const {
  const auto found = parents.find(type);
  return found == parents.end() ? std::vector<std::string>{type} : found->second;
}

Result<Places> FindPlaces(const PlaceQuestion& question, const OpenLab& open,
                          const std::string& cache) {
  ASSAY_ASSIGN(const std::string script, ReadFile(lab::HomeFolder() + kScript));
  // Another script may answer otherwise.
  const std::string path =
      StrCat(cache, "/optbug/places-", question.framework, "-", question.version, "-", std::hex,
             HashBytes(script) & 0xffffffff, ".json");
  Places out;
  if (const auto kept = ReadFile(path); kept.ok()) out = Read(ParseJson(*kept));
  json apis = json::array(), types = json::array();
  for (const std::string& api : question.apis)
    if (!out.folders.contains(api)) apis.push_back(api);
  for (const std::string& type : question.types)
    if (!out.parents.contains(type)) types.push_back(type);
  if (apis.empty() && types.empty()) return out;
  ASSAY_ASSIGN(program::ProgramLab* const lab, open());
  ASSAY_ASSIGN(const Places told, Ask(question.framework, script, apis, types, *lab));
  Add(told, out);
  std::error_code ignored;  // a cache that cannot be written costs only time
  fs::create_directories(fs::path(path).parent_path(), ignored);
  (void)WriteFile(path, ToJson(out).dump(1));
  return out;
}

}  // namespace assay::optbug
