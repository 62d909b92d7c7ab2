#include "lab/home.h"

#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "base/folders.h"
#include "base/strings.h"

namespace assay::lab {
namespace {

constexpr const char* kMark = "/PACKAGE";
constexpr const char* kLocks = "locks ";  // the line of the mark that names the state of the locks

// Without a slash at its end, as "." would get one.
std::string AbsoluteFolder(const std::string& path) {
  std::string out = std::filesystem::absolute(path).lexically_normal();
  if (out.size() > 1 && out.ends_with('/')) out.pop_back();
  return out;
}

const std::string& OwnPath() {
  static const std::string path = [] {
    std::error_code failed;
    return std::filesystem::read_symlink("/proc/self/exe", failed).string();
  }();
  return path;
}

}  // namespace

bool IsPackage(const std::string& home) {
  std::error_code failed;
  return std::filesystem::exists(home + kMark, failed);
}

std::string FindHome(const std::string& variable, const std::string& program) {
  if (!variable.empty()) return AbsoluteFolder(variable);
  const std::string beside =
      std::filesystem::path(program).parent_path().parent_path() / "share/assay";
  return AbsoluteFolder(!program.empty() && IsPackage(beside) ? beside : ".");
}

std::string HomeFolder() {
  const char* variable = std::getenv("ASSAY_HOME");
  return FindHome(variable == nullptr ? "" : variable, OwnPath());
}

std::string EnvironmentLinks(const std::string& home) {
  const auto mark = IsPackage(home) ? ReadFile(home + kMark) : Result<std::string>(Invalid(""));
  if (!mark.ok()) return home + "/build/envs";
  std::string locks;
  for (const std::string& line : Split(*mark, '\n'))
    if (line.starts_with(kLocks)) locks = line.substr(std::string_view(kLocks).size());
  return StrCat(CacheFolder(), "/links/", locks);
}

std::string NativeWorkers(const std::string& home) {
  return home + (IsPackage(home) ? "/workers/bin" : "/build/release/workers");
}

}  // namespace assay::lab
