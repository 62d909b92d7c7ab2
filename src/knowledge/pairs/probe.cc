#include "knowledge/pairs/probe.h"

#include <algorithm>
#include <filesystem>
#include <iomanip>

#include "base/files.h"
#include "base/folders.h"
#include "base/hash.h"
#include "base/strings.h"
#include "knowledge/api/ask_framework.h"

namespace assay::knowledge {
namespace {

using nlohmann::json;

constexpr const char* kScripts[] = {"probe_apis.py", "probe_inputs.py"};
// A framework that ends more processes than this is not fit to be asked.
constexpr size_t kMostProcesses = 40;

json ParametersJson(const ApiDoc& doc) {
  json out = json::array();
  for (const Parameter& p : doc.parameters)
    out.push_back({{"name", p.name},
                   {"optional", p.optional},
                   {"kind", p.kind},
                   {"default", p.default_value ? json(*p.default_value) : json()}});
  return out;
}

json RequestFor(const std::string& framework, const std::vector<Comparable>& apis,
                const PairRules& rules) {
  json asked = json::array();
  for (const Comparable& api : apis)
    if (std::ranges::find(rules.by_meaning, api.topic) != rules.by_meaning.end())
      asked.push_back({{"name", api.doc->name},
                       {"kind", api.doc->kind},
                       {"topic", api.topic},
                       {"parameters", ParametersJson(*api.doc)}});
  return {{"framework", framework}, {"first", 0}, {"apis", std::move(asked)}};
}

Result<json> AskAll(const DocumentedFramework& subject, json request, const TellProgress& tell) {
  json answers = json::object();
  const size_t count = request["apis"].size();
  size_t first = 0;
  for (size_t process = 0; first < count; ++process) {
    if (process == kMostProcesses)
      return Invalid(StrCat(subject.framework, ": calling its APIs ended ", process,
                            " processes; the last with number ", first));
    request["first"] = first;
    ASSAY_ASSIGN(const auto outcome, AskFramework(*subject.target, lab::HomeFolder(), kScripts[0],
                                                  request.dump(), tell));
    const size_t begun = ReadProbe(outcome.out, first, answers);
    if (begun == first && !EndedWell(outcome) && outcome.out.empty())
      return Invalid(StrCat("calling the APIs of ", subject.framework, " failed (",
                            EndingOf(outcome), "):\n", outcome.err));
    first = begun < count && !EndedWell(outcome) ? begun + 1 : count;
  }
  return answers;
}

}  // namespace

size_t ReadProbe(const std::string& lines, size_t first, json& answers) {
  size_t begun = first;
  for (const std::string& line : Split(lines, '\n')) {
    const json read = json::parse(line, nullptr, false);
    if (!read.is_object()) continue;  // cut off with its process
    if (read.contains("begins")) {
      begun = read["begins"].get<size_t>();
    } else {
      if (!read["answers"].empty()) answers[read["name"].get<std::string>()] = read["answers"];
      ++begun;
    }
  }
  return begun;
}

Result<std::string> BehaviourPath(const DocumentedFramework& subject,
                                  const std::vector<Comparable>& apis, const PairRules& rules) {
  if (!subject.target || !subject.target->ready)
    return Invalid(StrCat(subject.framework, " is not installed, so its APIs cannot be called"));
  uint64_t hash = HashBytes(RequestFor(subject.framework, apis, rules).dump());
  for (const char* script : kScripts) {
    ASSAY_ASSIGN(const std::string text,
                 ReadFile(StrCat(lab::HomeFolder(), "/workers/python/", script)));
    hash = HashCombine(hash, HashBytes(text));
  }
  return StrCat(CacheFolder(), "/pairs/behaviour-", subject.framework, "-", subject.version, "-",
                std::hex, std::setfill('0'), std::setw(16), hash, ".json");
}

Result<Behaviours> KeptBehaviours(const std::string& path) {
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  const json read = json::parse(text, nullptr, false);
  if (!read.is_object()) return Invalid(StrCat(path, " keeps no answers of APIs"));
  return ReadBehaviours(read);
}

Status FindBehaviours(const DocumentedFramework& subject, const std::vector<Comparable>& apis,
                      const PairRules& rules, const TellProgress& tell) {
  ASSAY_ASSIGN(const std::string path, BehaviourPath(subject, apis, rules));
  if (KeptBehaviours(path).ok()) return {};
  ASSAY_ASSIGN(const json answers,
               AskAll(subject, RequestFor(subject.framework, apis, rules), tell));
  std::error_code failed;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), failed);
  return WriteFile(path, answers.dump());
}

}  // namespace assay::knowledge
