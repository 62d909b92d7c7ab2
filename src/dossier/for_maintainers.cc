#include "dossier/for_maintainers.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/strings.h"
#include "dossier/facts.h"
#include "dossier/work.h"
#include "lab/registry.h"
#include "oracle/check.h"
#include "report/environment.h"
#include "report/gate/check.h"
#include "report/repro/python.h"
#include "report/repro/run_command.h"
#include "report/wording.h"
#include "triage/case_bytes.h"
#include "triage/group.h"
#include "triage/stated_limit.h"
#include "triage/versions.h"

namespace assay::dossier {
namespace {

namespace gate = report::gate;
using nlohmann::json;

// More are not told apart by anybody.
constexpr int64_t kMostSiblings = 1000;

// What the reference computes in between; nothing where it cannot.
oracle::NamedTensors ReferenceValues(const ModelCase& model_case) {
  const auto subject = triage::MakeSubject(model_case);
  if (!subject.ok()) return {};
  const auto values = oracle::ReferenceTensors(*subject);
  return values.ok() ? *values : oracle::NamedTensors();
}

constexpr double kIndexSeconds = 60;

Result<std::string> AskIndex(const lab::Target& target) {
  const std::string& package = target.manifest->package;
  if (package.empty())
    return Invalid(
        StrCat(target.framework, " comes from no package, so --online has nothing to ask"));
  ASSAY_ASSIGN(const report::Python python, report::PythonOf(target));
  const report::Scratch scratch;
  const lab::Command command = report::PythonCommand(
      python, nullptr, {"-m", "pip", "index", "versions", package}, scratch.path(), target);
  ASSAY_ASSIGN(const report::Ended ended, report::RunCommand(command, {}, kIndexSeconds));
  const std::string newest = NewestOfIndex(ended.output);
  if (newest.empty())
    return Invalid(StrCat("`pip index versions ", package, "` gave no answer (",
                          ended.timed_out ? "timed out" : lab::ExitText(ended.exit),
                          "); leave --online out, or look at the project's releases by hand"));
  return newest;
}

// Nothing for values that are not finite: no tolerance bridges those.
json Element(const std::string& tensor, double got, double truth, double bound) {
  if (!std::isfinite(got) || !std::isfinite(truth) || !std::isfinite(bound)) return json::object();
  return {{"output", tensor}, {"got", got}, {"truth", truth}, {"bound", bound}};
}

// What stands between the first pair of quotes.
std::string FirstQuoted(const std::string& text) {
  const size_t open = text.find('\'');
  const size_t close = open == std::string::npos ? open : text.find('\'', open + 1);
  return close == std::string::npos ? "" : text.substr(open + 1, close - open - 1);
}

// Out of the oracle's words (oracle::Describe), which name tensors of the case as it was seen.
json ToldByMessage(const std::string& message) {
  const size_t at = message.find(": got ");
  if (at == std::string::npos) return json::object();
  const std::string tensor = FirstQuoted(message.substr(0, at));
  const char* words = message.c_str() + at;
  double got = 0, truth = 0, bound = 0, low = 0, high = 0;
  if (std::sscanf(words, ": got %lf, truth in [%lf, %lf]", &got, &low, &high) == 3)
    return Element(tensor, got, (low + high) / 2, (high - low) / 2);
  if (std::sscanf(words, ": got %lf, truth %lf ± %lf", &got, &truth, &bound) == 3)
    return Element(tensor, got, truth, bound);
  return json::object();
}

bool IsNumber(const json& object, const char* key) {
  return object.contains(key) && object[key].is_number();
}

// The element that is furthest outside, as far as it is known.
json WorstElement(const report::Material& material) {
  const json& evidence = material.fact("evidence");
  if (evidence.contains("got")) return evidence;
  const json& layer = ObjectAt(evidence, "layer");
  if (IsNumber(layer, "got") && IsNumber(layer, "low") && IsNumber(layer, "high")) {
    const double low = layer["low"].get<double>(), high = layer["high"].get<double>();
    return Element(TextAt(layer, "tensor"), layer["got"].get<double>(), (low + high) / 2,
                   (high - low) / 2);
  }
  // Of a reduced case names and values are others than those of the first words.
  return material.reduced ? json::object() : ToldByMessage(material.row.message);
}

}  // namespace

Result<std::vector<gate::Sibling>> SiblingsOf(const store::Store& store,
                                              const store::FindingRow& row) {
  std::vector<gate::Sibling> out;
  if (row.grouping.empty()) return out;
  store::FindingFilter same;
  same.grouping = row.grouping;
  ASSAY_ASSIGN(const auto all, store.List(same, {}, kMostSiblings, 0));
  for (const store::ListedFinding& other : all)
    if (other.row.id != row.id) out.push_back({other.row.id, other.row.target, other.row.state});
  return out;
}

Result<gate::Dossier> ForMaintainers(const store::Store& store, const store::FindingRow& row,
                                     const ForMaintainersOptions& options) {
  gate::Dossier out;
  out.row = row;
  const size_t colon = row.target.find(':');
  out.framework = row.target.substr(0, row.target.find_first_of("@:"));
  out.mode = colon == std::string::npos ? "" : row.target.substr(colon + 1);
  ASSAY_ASSIGN(out.facts, FactsOf(store, row.id));
  ASSAY_ASSIGN(out.history, store.History(row.id));
  ASSAY_ASSIGN(const auto sightings, store.Sightings(row.id));
  for (const store::SightingRow& seen : sightings) out.recipes.push_back(seen.recipe);
  ASSAY_ASSIGN(out.reduction, store.Reduction(row.id));
  ASSAY_ASSIGN(out.smallest, SmallestCase(store, row.id));
  if (!options.large_too) out.not_computed = TooMuchWork(out.smallest);
  if (out.not_computed.empty()) out.values = ReferenceValues(out.smallest);
  if (options.siblings.has_value()) {
    out.siblings = *options.siblings;
  } else {
    ASSAY_ASSIGN(out.siblings, SiblingsOf(store, row));
  }
  ASSAY_ASSIGN(const Release release, NewestRelease(row, options.backend_dirs, options.online));
  out.newest = release.version;
  out.newest_how = release.how;
  if (!out.Has("environment")) {
    const auto target = TargetOf(row, options.backend_dirs);
    ASSAY_ASSIGN(const auto seen_on, store.SeenOn(row.id));
    if (target.ok()) out.facts["environment"] = report::EnvironmentJson(*target, seen_on);
  }
  return out;
}

std::optional<report::gate::Project> ProjectOf(const std::string& framework) {
  namespace gate = report::gate;
  const std::string folder = lab::HomeFolder() + "/projects";
  for (const std::string& name : gate::ProjectNames(folder)) {
    auto project = gate::LoadProject(folder, name);
    if (project.ok() &&
        std::ranges::find(project->frameworks, framework) != project->frameworks.end())
      return std::move(project).value();
  }
  return std::nullopt;
}

std::string NewestOfIndex(const std::string& printed) {
  constexpr std::string_view kMark = "Available versions:";
  const size_t at = printed.find(kMark);
  if (at == std::string::npos) return "";
  const size_t end = printed.find('\n', at);
  std::string newest;
  for (std::string version :
       Split(printed.substr(at + kMark.size(), end - at - kMark.size()), ',')) {
    version.erase(0, version.find_first_not_of(" \r"));
    version.erase(version.find_last_not_of(" \r") + 1);
    if (!version.empty() && (newest.empty() || triage::CompareVersions(version, newest) > 0))
      newest = version;
  }
  return newest;
}

Result<Release> NewestRelease(const store::FindingRow& row,
                              const std::vector<std::string>& backend_dirs, bool online) {
  ASSAY_ASSIGN(const lab::Registry registry, lab::Registry::Load(backend_dirs));
  const std::string framework = row.target.substr(0, row.target.find_first_of("@:"));
  const lab::Target* newest = nullptr;
  for (const lab::Target& target : registry.targets())
    if (target.framework == framework && target.ready && !target.version.empty() &&
        (newest == nullptr || triage::CompareVersions(target.version, newest->version) > 0))
      newest = &target;
  if (online) {
    if (newest == nullptr)
      return Invalid(StrCat("--online needs an installed ", framework, " to ask with"));
    ASSAY_ASSIGN(const std::string version, AskIndex(*newest));
    return Release{version, "the newest of the package index"};
  }
  if (newest == nullptr) return Release{};
  return Release{newest->version, "the newest that is installed here"};
}

std::string ToleranceCaution(const report::Material& material,
                             const report::gate::Project& project) {
  namespace gate = report::gate;
  if (!material.smallest.has_value() || project.tolerances.empty()) return "";
  // Training is judged by other tests than those whose tolerances are kept, and of two runs that
  // differ one says nothing of how far apart they are.
  if (material.row.stage == "train" || material.row.kind == "nondeterministic") return "";
  gate::Dossier dossier;
  dossier.row = material.row;
  dossier.facts["evidence"] = WorstElement(material);
  dossier.smallest = *material.smallest;
  const gate::Outcome outcome =
      gate::FindCheck("beyond-tolerance")->run(dossier, gate::Rule(), project);
  if (outcome.answer != gate::Answer::kFail) return "";
  return StrCat("By the tolerance of ", project.title,
                "'s own tests this is not a failure: ", outcome.text, ".");
}

std::string CautionOf(const report::Material& material) {
  if (const std::string limit = triage::StatedLimitOf(material.row.kind, material.row.message);
      !limit.empty())
    return StrCat("The framework states this limit itself: \"", limit, "\".");
  if (!material.smallest.has_value()) return "";
  const auto project = ProjectOf(triage::FrameworkOf(material.row.target));
  return project.has_value() ? ToleranceCaution(material, *project) : "";
}

}  // namespace assay::dossier
