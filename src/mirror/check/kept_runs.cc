#include "mirror/check/kept_runs.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/files.h"
#include "base/hash.h"
#include "base/machine.h"
#include "base/strings.h"
#include "lab/registry.h"

namespace assay::mirror {
namespace {

using nlohmann::json;
using program::ProgramOutcome;
using program::ProgramRun;
using program::ProgramStatus;
namespace fs = std::filesystem;

// A recording has a few kilobytes; 20 000 of them are some hundred megabytes.
constexpr size_t kMostBytes = 256 << 10;
constexpr size_t kMostFiles = 20000;

bool EndsByItself(const ProgramOutcome& outcome) {
  const ProgramRun& run = outcome.run;
  if (outcome.confirmed_cold || !run.limit.empty() || run.signal != 0) return false;
  if (run.out_cut || run.err_cut || run.exception == "MemoryError") return false;
  if (outcome.status == ProgramStatus::kValid) return true;
  return outcome.status == ProgramStatus::kException && !run.exception.empty();
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ProgramRun, exit_code, exception, message, line, invalid,
                                   seconds, cpu_seconds, peak_mb, busy, out, err)

json ToJson(const ProgramOutcome& outcome) {
  json out;
  to_json(out, outcome.run);
  out["valid"] = outcome.status == ProgramStatus::kValid;
  out["strength"] = static_cast<int>(outcome.strength);
  return out;
}

ProgramOutcome FromJson(const json& kept) {
  ProgramOutcome out;
  from_json(kept, out.run);
  out.status = kept.at("valid").get<bool>() ? ProgramStatus::kValid : ProgramStatus::kException;
  out.strength = static_cast<program::SandboxStrength>(kept.at("strength").get<int>());
  out.statuses = {out.status};
  out.run.status = out.status;
  return out;
}

void RemoveOldest(const std::string& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed))
    files.emplace_back(fs::last_write_time(entry.path(), failed), entry.path());
  if (files.size() <= kMostFiles) return;
  std::ranges::sort(files);
  for (size_t i = 0; i < files.size() / 2; ++i) fs::remove(files[i].second, failed);
}

std::string WrittenAt(const fs::path& path) {
  std::error_code failed;
  const auto time = fs::last_write_time(path, failed);
  return failed ? "?" : StrCat(time.time_since_epoch().count());
}

std::vector<fs::path> Sorted(const fs::path& folder) {
  std::vector<fs::path> out;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed)) out.push_back(entry.path());
  std::ranges::sort(out);
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

KeptRuns::KeptRuns(std::string folder) : folder_(std::move(folder)) {
  if (!folder_.empty()) RemoveOldest(folder_);
}

std::string KeptRuns::PathOf(const std::string& identity) const {
  char name[40];
  std::snprintf(name, sizeof name, "%016llx%016llx",
                static_cast<unsigned long long>(HashBytes(identity)),
                static_cast<unsigned long long>(HashBytes(identity, 1)));
  return StrCat(folder_, "/", name, ".json");
}

std::optional<ProgramOutcome> KeptRuns::Find(const std::string& identity) const {
  if (folder_.empty()) return std::nullopt;
  const auto text = ReadFile(PathOf(identity), 2 * kMostBytes);
  if (!text.ok()) return std::nullopt;
  const json kept = json::parse(*text, nullptr, false);
  try {
    if (!kept.is_object() || kept.at("identity") != identity) return std::nullopt;
    return FromJson(kept.at("outcome"));
  } catch (const json::exception&) {
    return std::nullopt;  // written by another version, or damaged
  }
}

void KeptRuns::Keep(const std::string& identity, const ProgramOutcome& outcome) const {
  if (folder_.empty() || !EndsByItself(outcome)) return;
  const std::string text = json{{"identity", identity}, {"outcome", ToJson(outcome)}}.dump(
      -1, ' ', false, json::error_handler_t::replace);
  if (text.size() > kMostBytes) return;
  std::error_code failed;
  fs::create_directories(folder_, failed);
  WriteFile(PathOf(identity), text).ok();
}

std::string FingerprintOf(const std::string& environment_folder) {
  std::error_code failed;
  const fs::path real = fs::canonical(environment_folder, failed);
  if (failed) return "";
  return StrCat(real.string(), " ", HashBytes(Packages(real)), " ", HashBytes(ProcessorText()), " ",
                HashBytes(Workers()));
}

}  // namespace assay::mirror
