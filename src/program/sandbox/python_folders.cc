// The parts of the file system that a Python environment needs to be seen. No more than those: an
// interpreter may be installed in somebody's home.
#include <algorithm>
#include <deque>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "program/sandbox.h"

namespace assay::program {
namespace {

namespace fs = std::filesystem;

// Of an installation. Headers are for frameworks that compile code at run time.
constexpr const char* kParts[] = {"bin", "include", "lib", "lib64"};

// The symbolic links that are followed on the way to `path`, folders among them.
std::vector<std::string> LinksTo(const fs::path& path) {
  constexpr size_t kMostLinks = 40;  // as in the kernel
  std::vector<std::string> out;
  std::deque<fs::path> rest(path.begin(), path.end());
  fs::path done = "/";
  std::error_code ignored;
  while (!rest.empty() && out.size() < kMostLinks) {
    const fs::path next = (done / rest.front()).lexically_normal();
    rest.pop_front();
    if (!fs::is_symlink(next, ignored)) {
      done = next;
      continue;
    }
    out.push_back(next);
    const fs::path goal = fs::read_symlink(next, ignored);
    if (goal.is_absolute()) done = "/";
    rest.insert(rest.begin(), goal.begin(), goal.end());
  }
  return out;
}

}  // namespace

Result<std::vector<std::string>> PythonFolders(const std::string& environment) {
  std::error_code failed;
  const fs::path real = fs::canonical(environment, failed);
  if (failed)
    return Invalid(StrCat("there is no Python environment ", environment, ": ", failed.message()));
  if (!fs::exists(real / "pyvenv.cfg"))
    return Invalid(StrCat(environment, " is no Python environment: it has no pyvenv.cfg"));
  std::vector<std::string> out{real};
  const fs::path python = fs::canonical(real / "bin/python", failed);
  if (failed) return Invalid(StrCat(environment, " has no bin/python: ", failed.message()));
  // bin/python3.11 of the base installation; its libraries lie beside bin/.
  const fs::path base = python.parent_path().parent_path();
  if (base != "/usr")
    for (const char* part : kParts)
      if (fs::exists(base / part)) out.push_back(base / part);
  // Those that lie in a folder of the list are seen with it.
  const std::vector<std::string> folders = out;
  for (const std::string& link : LinksTo(real / "bin/python"))
    if (std::ranges::none_of(
            folders, [&](const std::string& folder) { return link.starts_with(folder + "/"); }))
      out.push_back(link);
  return out;
}

}  // namespace assay::program
