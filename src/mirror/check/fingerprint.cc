#include "mirror/check/fingerprint.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/files.h"
#include "base/hash.h"
#include "base/machine.h"
#include "base/strings.h"
#include "lab/registry.h"

namespace assay::mirror {
namespace {

namespace fs = std::filesystem;

std::string WrittenAt(const fs::path& path) {
  std::error_code failed;
  const auto time = fs::last_write_time(path, failed);
  return failed ? "?" : StrCat(time.time_since_epoch().count());
}

std::vector<fs::path> Sorted(const fs::path& folder) {
  std::vector<fs::path> out;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed)) out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

// <environment>/lib/python3.N/site-packages
std::string Packages(const fs::path& environment) {
  std::string out;
  for (const fs::path& python : Sorted(environment / "lib")) {
    const fs::path packages = python / "site-packages";
    out += StrCat(packages.string(), " ", WrittenAt(packages), "\n");
    for (const fs::path& path : Sorted(packages))
      if (path.extension() == ".dist-info" || path.extension() == ".pth")
        out += StrCat(path.filename().string(), " ", WrittenAt(path), "\n");
  }
  return out;
}

// Frameworks choose other code on other processors.
std::string ProcessorText() {
  const Processor& processor = HostProcessor();
  return StrCat(HostMachine(), "\n", processor.name, "\n", processor.features, "\n");
}

std::string Workers() {
  std::string out;
  for (const fs::path& path : Sorted(lab::HomeFolder() + "/workers/python")) {
    if (!path.filename().string().starts_with("program_")) continue;
    const auto text = ReadFile(path.string());
    if (text.ok()) out += StrCat(path.filename().string(), "\n", *text);
  }
  return out;
}

}  // namespace

std::string FingerprintOf(const std::string& environment_folder) {
  std::error_code failed;
  const fs::path real = fs::canonical(environment_folder, failed);
  if (failed) return "";
  return StrCat(real.string(), " ", HashBytes(Packages(real)), " ", HashBytes(ProcessorText()), " ",
                HashBytes(Workers()));
}

}  // namespace assay::mirror
