#include "dossier/for_maintainers.h"

#include <algorithm>

#include "base/strings.h"
#include "dossier/facts.h"
#include "dossier/installed.h"
#include "dossier/work.h"
#include "lab/registry.h"
#include "oracle/check.h"
#include "report/environment.h"
#include "report/repro/python.h"
#include "report/repro/run_command.h"
#include "triage/case_bytes.h"
#include "triage/versions.h"

namespace assay::dossier {
namespace {

namespace gate = report::gate;

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

}  // namespace assay::dossier
