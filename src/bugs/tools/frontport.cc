#include "bugs/tools/frontport.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/folders.h"
#include "base/hash.h"
#include "base/strings.h"
#include "bugs/run/verified.h"
#include "bugs/tools/ground_truth.h"
#include "bugs/tools/workplace.h"
#include "program/lab/program_lab.h"
#include "program/sandbox.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPatch = "patch.py";
constexpr const char* kLoader = "assay_frontport.py";
// An import takes long on a busy machine.
constexpr double kLimitSeconds = 300;

// bugs/frontport of bugs/frontport/jax/issue_17199.

std::vector<std::string> PatchedBeside(const Bug& bug) {
  std::vector<std::string> out;
  for (const fs::path& path : EntriesOf(fs::path(bug.folder).parent_path()))
    if (fs::exists(path / kPatch)) out.push_back(path);
  return out;
}

std::string SitePackages(const std::string& environment) {
  for (const fs::path& path : EntriesOf(environment + "/lib"))
    if (fs::exists(path / "site-packages")) return path / "site-packages";
  return "";
}

// Other patches or another installation give another folder.
Result<std::string> KeyOf(const std::string& real, const Bug& bug) {
  std::string all = real;
  ASSAY_ASSIGN(const std::string loader, ReadFile(RootOf(bug) + "/" + kLoader));
  all += loader;
  for (const std::string& folder : PatchedBeside(bug)) {
    ASSAY_ASSIGN(const std::string patch, ReadFile(folder + "/" + kPatch));
    all += patch;
  }
  std::ostringstream out;
  out << std::hex << HashBytes(all);
  return out.str();
}

Status Make(const std::string& real, const Bug& bug, const std::string& to) {
  const std::string beside = StrCat(to, ".", getpid());
  std::error_code failed;
  fs::create_directories(fs::path(to).parent_path(), failed);
  const auto how = fs::copy_options::recursive | fs::copy_options::copy_symlinks;
  fs::copy(real, beside, how | fs::copy_options::create_hard_links, failed);
  if (failed) {  // another file system
    fs::remove_all(beside, failed);
    fs::copy(real, beside, how, failed);
  }
  if (failed) return Invalid(StrCat("cannot copy ", real, " to ", beside, ": ", failed.message()));
  const std::string site = SitePackages(beside);
  if (site.empty()) return Invalid(real + " has no site-packages");
  fs::create_directories(site + "/assay_frontport_patches", failed);
  ASSAY_ASSIGN(const std::string loader, ReadFile(RootOf(bug) + "/" + kLoader));
  ASSAY_RETURN_IF_ERROR(WriteFile(site + "/" + kLoader, loader));
  for (const std::string& folder : PatchedBeside(bug)) {
    const std::string own =
        StrCat(site, "/assay_frontport_patches/", fs::path(folder).filename().string());
    fs::create_directories(own, failed);
    ASSAY_ASSIGN(const std::string patch, ReadFile(folder + "/" + kPatch));
    ASSAY_RETURN_IF_ERROR(WriteFile(own + "/" + kPatch, patch));
  }
  // Python runs lines of such files that begin with import, at every start.
  ASSAY_RETURN_IF_ERROR(WriteFile(site + "/assay_frontport.pth", "import assay_frontport\n"));
  fs::rename(beside, to, failed);
  if (failed && !fs::exists(to)) return Invalid(StrCat(to, ": ", failed.message()));
  if (failed) fs::remove_all(beside, failed);  // somebody else was faster
  return {};
}

}  // namespace

bool IsFrontported(const Bug& bug) {
  return bug.has_folder() && fs::exists(fs::path(bug.folder) / kPatch);
}

Result<std::string> FrontportEnvironment(const Bug& bug, bool broken) {
  ASSAY_ASSIGN(const std::string installed, program::FindEnvironment(FrameworkOf(bug.library)));
  if (!broken) return installed;
  std::error_code failed;
  const std::string real = fs::canonical(installed, failed);
  if (failed) return Invalid(StrCat(installed, ": ", failed.message()));
  ASSAY_ASSIGN(const std::string key, KeyOf(real, bug));
  const std::string folder = StrCat(CacheFolder(), "/bugs/frontport/", bug.library, "-", key);
  if (!fs::exists(folder)) ASSAY_RETURN_IF_ERROR(Make(real, bug, folder));
  return folder;
}

Result<FrontportRun> RunFrontport(const Bug& bug, bool broken, bool unsafe) {
  ASSAY_ASSIGN(const std::string environment, program::FindEnvironment(FrameworkOf(bug.library)));
  ASSAY_ASSIGN(std::vector<std::string> readable, program::PythonFolders(environment));
  std::error_code failed;
  const std::string real = fs::canonical(environment, failed);
  readable.push_back(RootOf(bug));
  std::vector<std::string> words = {real + "/bin/python", RootOf(bug) + "/run_one.py", bug.folder};
  if (!broken) words.push_back("plain");
  ASSAY_ASSIGN(const Output ended, RunBoxed(words,
                                            {{"PYTHONDONTWRITEBYTECODE", "1"},
                                             {"TF_CPP_MIN_LOG_LEVEL", "3"},
                                             {"JAX_PLATFORMS", "cpu"}},
                                            readable, kLimitSeconds, unsafe));
  FrontportRun out;
  out.exit_code = ended.exit_code;
  for (const std::string& line : Split(ended.out, '\n'))
    if (!line.empty()) out.printed = line;
  if (out.exit_code != 0 && out.exit_code != 1)
    for (const std::string& line : Split(ended.err, '\n'))
      if (!line.empty()) out.printed = line;
  return out;
}

}  // namespace assay::bugs
