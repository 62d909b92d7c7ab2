#include "dossier/newest_release.h"

#include "base/strings.h"
#include "lab/registry.h"
#include "report/repro/python.h"
#include "report/repro/run_command.h"
#include "triage/versions.h"

namespace assay::dossier {
namespace {

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
