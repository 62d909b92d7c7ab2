#include "bugs/environment/pythons.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "base/files.h"
#include "base/strings.h"
#include "bugs/environment/command.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;

// The one that most wheels of the last years exist for, and that assay's own environments use.
constexpr int kUsualMinor = 11;
constexpr double kStartSeconds = 60;

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// 8 of "3.8"; -1: none.
int MinorNumber(const std::string& version) {
  const std::vector<std::string> parts = Split(version, '.');
  if (parts.size() < 2 || parts[0] != "3") return -1;
  return std::atoi(parts[1].c_str());
}

// "3.8" of a name such as python3.8; "" for others.
std::string VersionOfName(const std::string& name) {
  constexpr std::string_view kMark = "python3.";
  if (!name.starts_with(kMark)) return "";
  const std::string minor = name.substr(kMark.size());
  const bool digits = !minor.empty() && minor.find_first_not_of("0123456789") == std::string::npos;
  return digits ? "3." + minor : "";
}

}  // namespace

std::string MinorVersion(const std::string& version) {
  const std::vector<std::string> parts = Split(version, '.');
  return parts.size() < 2 ? "" : parts[0] + "." + parts[1];
}

std::vector<Python> FindPythonsIn(const std::vector<std::string>& path_folders,
                                  const std::string& pyenv_versions) {
  std::map<int, Python> found;
  const auto take = [&](const std::string& program, const std::string& version) {
    const int minor = MinorNumber(version);
    if (minor >= 0 && access(program.c_str(), X_OK) == 0)
      found.emplace(minor, Python{program, MinorVersion(version)});
  };
  for (const std::string& folder : path_folders) {
    // pyenv's shims choose a version by the current folder, and fail for the others.
    if (folder.empty() || fs::path(folder).filename() == "shims") continue;
    for (const fs::path& path : EntriesOf(folder)) take(path, VersionOfName(path.filename()));
  }
  for (const fs::path& path : EntriesOf(pyenv_versions))
    take(path / "bin/python3", path.filename());
  std::vector<Python> out;
  for (auto& [minor, python] : found) out.push_back(std::move(python));
  return out;
}

std::vector<Python> FindPythons() {
  const std::string root = Variable("PYENV_ROOT");
  const std::string home = Variable("HOME");
  const std::string pyenv = !root.empty() ? root : home.empty() ? "" : home + "/.pyenv";
  return FindPythonsIn(Split(Variable("PATH"), ':'), pyenv.empty() ? "" : pyenv + "/versions");
}

std::vector<Python> InOrderFor(const std::string& wanted, std::vector<Python> pythons) {
  const int minor = wanted.empty() ? kUsualMinor : MinorNumber(wanted);
  std::ranges::stable_sort(pythons, [&](const Python& a, const Python& b) {
    return std::abs(MinorNumber(a.version) - minor) < std::abs(MinorNumber(b.version) - minor);
  });
  return pythons;
}

Status CanMakeEnvironments(const Python& python) {
  ASSAY_ASSIGN(const report::Ended ended,
               RunTool({python.program, "-c", "import venv, ensurepip"}, kStartSeconds));
  if (!ended.exit.signalled && ended.exit.number == 0) return {};
  return Invalid(StrCat(python.program, " cannot make environments (Debian: install python",
                        python.version, "-venv)"));
}

}  // namespace assay::bugs
