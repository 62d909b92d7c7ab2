#include "knowledge/pool/pool.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

#include "base/files.h"
#include "base/strings.h"
#include "base/toml.h"
#include "knowledge/issues/classify.h"

namespace assay::knowledge {
namespace {

namespace fs = std::filesystem;

constexpr std::array kPoolSymptoms = {
#define SYMPTOM(name, phrases) name,
#include "knowledge/issues/symptoms.def"
#undef SYMPTOM
};

bool IsOneOf(const std::string& word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

bool KnownCategory(const PoolProgram& program) {
  const Scheme scheme = program.kind == "general" ? Scheme::kMirror : Scheme::kOptimisation;
  for (const CategoryDef& category : AllCategories())
    if (category.scheme == scheme && category.name == program.category) return true;
  return false;
}

Status Check(const PoolProgram& program) {
  static const RE2 kIssue(R"([\w.-]+/[\w.-]+#\d+)");
  const auto bad = [&](const std::string& what) { return Invalid(program.id + ": " + what); };
  if (program.id != program.framework + "/" + fs::path(program.id).filename().string())
    return bad("the id begins with the framework");
  if (!IsOneOf(program.kind, {"optimisation", "general"}))
    return bad("kind is optimisation or general");
  if (!KnownCategory(program))
    return bad(StrCat("category \"", program.category, "\" is not a category of its kind"));
  if (!RE2::FullMatch(program.issue, kIssue)) return bad("issue is owner/name#number");
  if (program.code.find(program.issue) == std::string::npos)
    return bad(StrCat("the program does not name ", program.issue));
  if (std::ranges::find(kPoolSymptoms, program.symptom) == kPoolSymptoms.end())
    return bad(StrCat("symptom \"", program.symptom, "\" is not in symptoms.def"));
  if (!IsOneOf(program.outcome, {"fixed", "there", "crash"}))
    return bad("outcome is fixed, there or crash");
  if (program.outcome != "fixed" && program.message.empty())
    return bad("what it says where the bug is there (message) is missing");
  if (program.api.empty() || program.shows.empty() || program.tested.empty())
    return bad("api, shows and tested are needed");
  return {};
}

Status CheckTwins(const std::vector<PoolProgram>& programs) {
  std::map<std::string, const PoolProgram*> by_id;
  for (const PoolProgram& program : programs)
    if (!by_id.emplace(program.id, &program).second)
      return Invalid(program.id + ": is listed twice");
  for (const PoolProgram& program : programs) {
    if (program.twin.empty()) {
      if (program.kind == "general") return Invalid(program.id + ": a general program has a twin");
      continue;
    }
    const auto twin = by_id.find(program.twin);
    if (twin == by_id.end()) return Invalid(StrCat(program.id, ": no twin ", program.twin));
    if (twin->second->framework == program.framework)
      return Invalid(StrCat(program.id, ": its twin is of the same framework"));
    if (twin->second->twin != program.id)
      return Invalid(StrCat(program.id, ": its twin's twin is ", twin->second->twin));
  }
  return {};
}

Status CheckFiles(const std::string& folder, const std::vector<PoolProgram>& programs) {
  std::set<std::string> listed;
  for (const PoolProgram& program : programs) listed.insert(program.id + ".py");
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".py") continue;
    const std::string name = fs::relative(entry.path(), folder).string();
    if (!listed.contains(name)) return Invalid(StrCat(name, ": is not listed in pool.toml"));
  }
  return {};
}

Status Check(const MirrorPair& pair, std::set<std::string>& seen) {
  static const RE2 kId(R"(([\w.-]+/[\w.-]+)#\d+)");
  std::string a, b;
  if (!RE2::FullMatch(pair.a, kId, &a))
    return Invalid(StrCat("a = \"", pair.a, "\": not owner/name#number"));
  if (!RE2::FullMatch(pair.b, kId, &b))
    return Invalid(StrCat("b = \"", pair.b, "\": not owner/name#number"));
  if (a == b) return Invalid(StrCat(pair.a, " and ", pair.b, " are of one repository"));
  bool known = false;
  for (const CategoryDef& category : AllCategories())
    known = known || (category.scheme == Scheme::kMirror && category.name == pair.category);
  if (!known)
    return Invalid(StrCat(pair.a, ": category \"", pair.category, "\" is not one of the four"));
  if (pair.why.empty()) return Invalid(StrCat(pair.a, ": no reason (why)"));
  if (pair.source != "paper" && pair.source != "own")
    return Invalid(StrCat(pair.a, ": source is \"paper\" or \"own\""));
  if (!seen.insert(pair.a + " " + pair.b).second)
    return Invalid(StrCat(pair.a, " and ", pair.b, " stand there twice"));
  return {};
}

}  // namespace

Result<std::vector<PoolProgram>> LoadPool(const std::string& folder) {
  const std::string path = folder + "/pool.toml";
  ASSAY_ASSIGN(const Toml table, Toml::Load(path));
  std::vector<PoolProgram> out;
  if (!table["program"].IsArray()) return Invalid(path + ": there is no [[program]]");
  for (const Toml& entry : table["program"].items()) {
    if (!entry.IsTable()) return Invalid(path + ": a program is a table");
    const auto get = [&](const char* key) { return entry[key].Text(); };
    PoolProgram program{
        get("id"),      get("framework"), get("kind"),  get("category"),    get("issue"),
        get("api"),     get("symptom"),   get("shows"), get("reported"),    get("tested"),
        get("outcome"), get("message"),   get("twin"),  get("environment"), ""};
    if (program.environment.empty()) program.environment = program.framework;
    ASSAY_ASSIGN(program.code, ReadFile(StrCat(folder, "/", program.id, ".py")));
    const Status good = Check(program);
    if (!good.ok()) return entry.Wrong(good.error().message);
    out.push_back(std::move(program));
  }
  ASSAY_RETURN_IF_ERROR(CheckTwins(out));
  ASSAY_RETURN_IF_ERROR(CheckFiles(folder, out));
  return out;
}

nlohmann::json ToJson(const PoolProgram& program) {
  return ASSAY_FIELDS(program, id, framework, kind, category, issue, api, symptom, shows, reported,
                      tested, outcome, message, twin, environment);
}

Result<std::vector<MirrorPair>> LoadMirrorPairs(const std::string& path) {
  ASSAY_ASSIGN(const Toml table, Toml::Load(path));
  std::vector<MirrorPair> out;
  std::set<std::string> seen;
  if (table["pair"].items().empty()) return Invalid(path + ": there is no [[pair]]");
  for (const Toml& entry : table["pair"].items()) {
    if (!entry.IsTable()) return Invalid(path + ": a pair is a table");
    const auto get = [&](const char* key) { return entry[key].Text(); };
    MirrorPair pair{get("a"), get("b"), get("category"), get("why"), get("source")};
    const Status good = Check(pair, seen);
    if (!good.ok()) return entry.Wrong(good.error().message);
    out.push_back(std::move(pair));
  }
  return out;
}

}  // namespace assay::knowledge
