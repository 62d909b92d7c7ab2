#include "report/environment.h"

#include <sys/utsname.h>

#include <filesystem>
#include <thread>

#include "base/files.h"
#include "base/machine.h"
#include "base/strings.h"
#include "lab/environments.h"
#include "triage/machines.h"

namespace assay::report {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kFileLimit = uint64_t{16} << 20;  // of files that are a few kilobytes

constexpr std::string_view kAroundValues = " \t\r\"";

// The value behind the first line that starts with `key`, after the separator.
std::string ValueOf(const std::string& text, std::string_view key, char separator) {
  for (const std::string& line : Split(text, '\n')) {
    const size_t at = line.find(separator);
    if (at != std::string::npos && Trim(std::string_view(line).substr(0, at), kAroundValues) == key)
      return std::string(Trim(std::string_view(line).substr(at + 1), kAroundValues));
  }
  return "";
}

std::string TextOf(const std::string& path) {
  const auto text = ReadFile(path, kFileLimit);
  return text.ok() ? *text : std::string();
}

std::string EnvironmentFolder(const lab::Target& target) {
  if (target.manifest == nullptr) return "";
  const lab::Mode* mode = target.manifest->FindMode(target.mode);
  const std::string environment = mode != nullptr && !mode->environment.empty()
                                      ? mode->environment
                                      : target.manifest->environment;
  if (environment.empty()) return "";
  const size_t at = target.name.find('@');
  const std::string name =
      at == std::string::npos ? environment : target.name.substr(0, target.name.find(':'));
  return lab::EnvironmentFolder(lab::HomeFolder(), name);
}

std::string SitePackages(const std::string& environment) {
  for (const fs::path& path : EntriesOf(environment + "/lib"))
    if (path.filename().string().starts_with("python3") && fs::exists(path / "site-packages"))
      return (path / "site-packages").string();
  return "";
}

}  // namespace

std::string SystemName(const std::string& os_release) {
  return ValueOf(os_release, "PRETTY_NAME", '=');
}

nlohmann::json InstalledPackages(const std::string& site_packages) {
  nlohmann::json out = nlohmann::json::object();
  for (const fs::path& path : EntriesOf(site_packages)) {
    if (path.extension() != ".dist-info") continue;
    const std::string stem = path.stem().string();
    const size_t dash = stem.rfind('-');
    if (dash == std::string::npos) continue;
    const std::string name = stem.substr(0, dash);
    // What installs packages has no part in any failure.
    if (name != "pip" && name != "setuptools" && name != "wheel") out[name] = stem.substr(dash + 1);
  }
  return out;
}

nlohmann::json EnvironmentJson(const lab::Target& target) {
  nlohmann::json out = {
      {"framework", target.framework}, {"version", target.version}, {"machine", HostMachine()}};
  utsname kernel = {};
  const std::string system = SystemName(TextOf("/etc/os-release"));
  if (uname(&kernel) == 0)
    out["os"] = StrCat(system.empty() ? "" : system + ", ", kernel.sysname, " ", kernel.release,
                       " ", kernel.machine);
  if (const std::string& cpu = HostProcessor().name; !cpu.empty())
    out["cpu"] = StrCat(cpu, ", ", std::thread::hardware_concurrency(), " logical processors");
  const std::string folder = EnvironmentFolder(target);
  if (folder.empty()) return out;
  if (const std::string python = ValueOf(TextOf(folder + "/pyvenv.cfg"), "version", '=');
      !python.empty())
    out["python"] = python;
  if (const std::string site = SitePackages(folder); !site.empty())
    out["packages"] = InstalledPackages(site);
  return out;
}

nlohmann::json EnvironmentJson(const lab::Target& target,
                               const std::vector<store::SeenOnRow>& seen_on,
                               const std::string& here) {
  if (triage::NotShownOn(triage::ArchitecturesOf(seen_on), here).empty())
    return EnvironmentJson(target);
  const Machine& there = seen_on.front().machine;
  nlohmann::json out = {{"framework", target.framework},
                        {"version", target.version},
                        {"machine", there.architecture}};
  if (!there.processor.empty()) out["cpu"] = there.processor;
  return out;
}

}  // namespace assay::report
