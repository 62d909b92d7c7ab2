// Where Netron is installed.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "lab/environments.h"
#include "web/netron.h"

namespace assay::web {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kLargestPage = 4 << 20;

// Whether `folder` has pages as NetronFiles needs them: those of old versions hold scripts that the
// policy forbids.
bool HasNetronPages(const std::string& folder) {
  std::error_code ignored;
  for (const char* name : {"index.js", "browser.js", "view.js", "onnx.js"})
    if (!fs::is_regular_file(StrCat(folder, "/", name), ignored)) return false;
  const auto page = ReadFile(folder + "/index.html", kLargestPage);
  return page.ok() && page->find("<head>") != std::string::npos &&
         page->find("src=\"index.js\"") != std::string::npos;
}

// The package in the environment at `prefix`, whose Python may be any; "" when there is none.
std::string PackageIn(const std::string& prefix) {
  for (const fs::path& one : EntriesOf(prefix + "/lib")) {
    if (!one.filename().string().starts_with("python3")) continue;
    for (const char* packages : {"site-packages", "dist-packages"}) {
      std::string folder = (one / packages / "netron").string();
      if (HasNetronPages(folder)) return folder;
    }
  }
  return "";
}

// From a program of that name: <prefix>/bin/netron, or a link to one.
std::string PackageOnPath() {
  const char* path = std::getenv("PATH");
  for (const std::string& folder : Split(path == nullptr ? "" : path, ':')) {
    const std::string program = folder + "/netron";
    if (folder.empty() || access(program.c_str(), X_OK) != 0) continue;
    std::error_code failed;
    for (const fs::path& bin : {fs::path(program), fs::canonical(program, failed)}) {
      if (bin.empty()) continue;  // a link that leads nowhere
      std::string package = PackageIn(bin.parent_path().parent_path().string());
      if (!package.empty()) return package;
    }
  }
  return "";
}

}  // namespace

Result<std::string> FindNetron(const std::string& named, const std::string& home) {
  if (!named.empty()) {
    if (HasNetronPages(named)) return named;
    std::string package = PackageIn(named);
    if (!package.empty()) return package;
    return Invalid(
        StrCat("--netron ", named,
               ": neither the folder of the package netron nor an environment that it is "
               "installed in"));
  }
  std::string own = PackageIn(lab::EnvironmentFolder(home, "netron"));
  return own.empty() ? PackageOnPath() : own;
}

}  // namespace assay::web
