#include "cli/doctor_places.h"

#include <unistd.h>

#include <filesystem>
#include <set>

#include "base/folders.h"
#include "base/strings.h"
#include "lab/environments.h"
#include "lab/run_script.h"
#include "web/embedded.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

DoctorFinding HomeFinding(const std::string& home) {
  return {"home", true, StrCat(home, lab::IsPackage(home) ? " (a package)" : " (a clone)"), ""};
}

// The nearest folder that is there decides whether more can be made.
DoctorFinding CacheFinding() {
  const std::string cache = CacheFolder();
  fs::path there = cache;
  std::error_code failed;
  while (!fs::exists(there, failed) && there.has_relative_path()) there = there.parent_path();
  const bool good = access(there.c_str(), W_OK) == 0;
  const auto space = fs::space(there, failed);
  const std::string room = failed ? "" : StrCat(", ", space.available / 1'000'000'000, " GB free");
  return {"cache", good, good ? cache + room : cache + " cannot be written",
          "XDG_CACHE_HOME names another folder"};
}

DoctorFinding PythonFinding(const std::string& home) {
  const lab::ScriptOutput found = lab::ReadScript({home + "/scripts/find-python"});
  std::string said = found.text.substr(0, found.text.find('\n'));
  if (found.code == 0) return {"Python for environments", true, std::move(said), ""};
  if (said.empty()) said = home + "/scripts/find-python does not run";
  return {"Python for environments", false, std::move(said),
          "install Python 3.11, 3.12 or 3.13 with its venv module (Debian: python3-venv)"};
}

DoctorFinding EnvironmentFinding(const std::string& home, const std::string& name) {
  const std::string folder = lab::EnvironmentFolder(home, name);
  std::error_code failed;
  if (fs::exists(folder + "/bin/python", failed))
    return {"environment " + name, true, fs::canonical(folder, failed), ""};
  const int megabytes = lab::DownloadMegabytes(home, name);
  return {"environment " + name, false,
          StrCat("not made", megabytes > 0 ? StrCat(" (about ", megabytes, " MB)") : ""),
          lab::AddCommand(lab::LockedEnvironment(name))};
}

}  // namespace

std::vector<DoctorFinding> ExaminePlaces(const lab::Registry& registry) {
  const std::string home = lab::HomeFolder();
  std::vector<DoctorFinding> out = {HomeFinding(home), CacheFinding(), PythonFinding(home)};
  std::set<std::string> environments = {"onnx-conformance"};
  for (const lab::Target& target : registry.targets())
    if (!target.manifest->environment.empty()) environments.insert(target.manifest->environment);
  for (const std::string& name : environments) out.push_back(EnvironmentFinding(home, name));
  out.push_back({"dashboard's pages", web::HasPages(),
                 web::HasPages() ? StrCat(web::EmbeddedFiles().size(), " files in the program")
                                 : "built without npm: assay serve shows a plain page",
                 "scripts/setup, then build again"});
  return out;
}

}  // namespace assay::cli
