#include "lab/environment_maker.h"

#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "base/machine.h"
#include "base/strings.h"
#include "lab/environments.h"
#include "lab/run_script.h"

namespace assay::lab {
namespace {

bool IsMade(const std::string& home, const WantedEnvironment& wanted) {
  std::error_code failed;
  return std::filesystem::exists(EnvironmentFolder(home, wanted.name) + "/bin/python", failed);
}

// " (about 191 MB to download)", or nothing where that is not known.
std::string Cost(const std::string& home, const WantedEnvironment& wanted) {
  const int megabytes = DownloadMegabytes(home, wanted.locked);
  return megabytes > 0 ? StrCat(" (about ", megabytes, " MB to download)") : "";
}

}  // namespace

WantedEnvironment LockedEnvironment(const std::string& name) {
  return {.name = name, .locked = name, .framework = name, .package = "", .version = ""};
}

bool IsDescribed(const std::string& home, const WantedEnvironment& wanted) {
  std::error_code failed;
  return !wanted.locked.empty() &&
         std::filesystem::exists(StrCat(home, "/envs/", wanted.locked, "/requirements.txt"),
                                 failed);
}

int DownloadMegabytes(const std::string& home, const std::string& name) {
  const auto table = ReadFile(home + "/envs/downloads.txt");
  if (!table.ok()) return 0;
  for (const std::string& line : Split(*table, '\n')) {
    const std::vector<std::string> words = Split(line, ' ');
    if (words.size() != 3 || words[0] != name) continue;
    return std::atoi(words[HostMachine() == "x86_64" ? 1 : 2].c_str());
  }
  return 0;
}

std::string AddCommand(const WantedEnvironment& wanted) {
  return "assay targets add " + wanted.name;
}

std::string RenewCommand(const std::string& home, const std::string& name) {
  return StrCat("rm -r \"$(readlink -f ", EnvironmentFolder(home, name),
                ")\" && assay targets add ", name);
}

Status EnsureEnvironment(const std::string& home, const WantedEnvironment& wanted) {
  return IsMade(home, wanted) ? Status() : MakeEnvironment(home, wanted);
}

Status MakeEnvironment(const std::string& home, const WantedEnvironment& wanted) {
  if (!IsDescribed(home, wanted))
    return Invalid(StrCat("there is no environment '", wanted.name, "', and ", home,
                          "/envs describes none that could be made"));
  const int code = RunScript({home + "/scripts/add-target", wanted.framework, wanted.locked,
                              wanted.package, wanted.version});
  if (code == 0 && IsMade(home, wanted)) return {};
  return Invalid(StrCat("the Python environment ", wanted.name, Cost(home, wanted),
                        " could not be made; see the messages above. It takes a Python 3.11 to "
                        "3.13 with the venv module, and a package index that pip can reach "
                        "(PIP_INDEX_URL) or a folder of files (PIP_FIND_LINKS). Once they are "
                        "there: ",
                        AddCommand(wanted)));
}

}  // namespace assay::lab
