#include "bugs/environment/environment.h"

#include <sys/statvfs.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "base/files.h"
#include "base/folders.h"
#include "base/json.h"
#include "base/strings.h"
#include "bugs/database/text.h"
#include "bugs/environment/command.h"
#include "bugs/environment/maker.h"
#include "bugs/environment/share.h"
#include "lab/registry.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kMark = "/assay.json";
constexpr double kBuildSeconds = 3600;
// With less there is no use in trying. How much an environment takes is known when it is made: from
// a few megabytes to several gigabytes.
constexpr uint64_t kFreeGigabytes = 1;
constexpr const char* kMakeRoom = "; `assay bugs env gc` makes room";

// What would be free again without the folder.
uint64_t SizeOf(const std::string& folder) {
  uint64_t out = 0;
  std::error_code failed, no_file;
  for (auto at = fs::recursive_directory_iterator(folder, failed);
       !failed && at != fs::recursive_directory_iterator(); at.increment(failed))
    if (at->is_regular_file(no_file) && !at->is_symlink(no_file) &&
        at->hard_link_count(no_file) == 1)
      out += at->file_size(no_file);
  return out;
}

std::string LockFile(const std::string& folder) { return folder + ".lock"; }

// Empty `key`: it is not there, or a ruin.
Environment ReadEnvironment(const std::string& folder) {
  Environment out;
  const auto text = ReadFile(folder + kMark);
  const json kept = text.ok() ? ParseJson(*text) : json();
  if (!kept.is_object()) return out;
  out.key = fs::path(folder).filename();
  out.folder = folder;
  out.python = kept.value("python", "");
  out.made_by = kept.value("made_by", "");
  out.lines = kept.value("lines", std::vector<std::string>());
  out.bytes = kept.value("bytes", uint64_t{0});
  std::error_code failed;
  const auto used = fs::last_write_time(folder + kMark, failed);
  const auto idle = fs::file_time_type::clock::now() - used;
  out.idle_days = std::chrono::duration<double, std::ratio<86400>>(idle).count();
  return out;
}

bool HasRoom(const std::string& folder) {
  struct statvfs disk{};
  if (statvfs(folder.c_str(), &disk) != 0) return true;
  return disk.f_bavail * disk.f_frsize >= (kFreeGigabytes << 30);
}

// The line in which pip says what is wrong.
std::string PipComplaint(const std::string& output) {
  std::string last;
  for (const std::string& line : LinesOf(output)) {
    const std::string_view bare = Trim(line);
    if (bare.starts_with("ERROR:") && bare.find("ResolutionImpossible") == std::string_view::npos)
      return std::string(bare.substr(sizeof "ERROR:"));
    if (!bare.empty()) last = bare;
  }
  return last;
}

bool IsDiskFull(const std::string& output) {
  return output.find("No space left on device") != std::string::npos;
}

bool IsConflict(const std::string& output) {
  return output.find("ResolutionImpossible") != std::string::npos ||
         output.find("conflicting dependencies") != std::string::npos ||
         output.find("No solution found") != std::string::npos;
}

Status RunAll(const Commands& commands, const std::string& log_file) {
  for (const std::vector<std::string>& words : commands) {
    ASSAY_ASSIGN(const report::Ended ended, RunTool(words, kBuildSeconds));
    std::ofstream(log_file, std::ios::app) << Join(words, " ") << "\n" << ended.output << "\n";
    if (Succeeded(ended)) continue;
    if (ended.timed_out) return Unsupported("its packages could not be installed within an hour");
    if (IsDiskFull(ended.output))
      return Unsupported(
          StrCat("its packages do not fit on the disk of ", EnvironmentsFolder(), kMakeRoom));
    const std::string says = PipComplaint(ended.output);
    if (IsConflict(ended.output)) return Reject("its packages contradict each other: " + says);
    return Unsupported("its packages cannot be installed: " + says);
  }
  return {};
}

Result<Environment> Build(const Recipe& recipe, const std::string& folder,
                          const BuildOptions& options) {
  if (!HasRoom(EnvironmentsFolder()))
    return Unsupported(
        StrCat("less than ", kFreeGigabytes, " GB is free in ", EnvironmentsFolder(), kMakeRoom));
  ASSAY_ASSIGN(const Maker* maker, FindMaker(options.with));
  if (!maker->brings_python) ASSAY_RETURN_IF_ERROR(CanMakeEnvironments(recipe.python));
  std::error_code failed;
  fs::remove_all(folder, failed);
  const std::string wanted = folder + ".txt", log_file = folder + ".log";
  fs::remove(log_file, failed);
  ASSAY_RETURN_IF_ERROR(
      WriteFile(wanted, StrCat(Join(recipe.options, "\n"), "\n", Join(recipe.lines, "\n"), "\n")));
  ASSAY_ASSIGN(
      const Commands commands,
      maker->commands({.python = recipe.python,
                       .folder = folder,
                       .requirements_file = wanted,
                       .find_links = fs::exists(options.find_links, failed) ? options.find_links
                                                                            : std::string(),
                       .allow_source = options.allow_source,
                       .without_cuda = recipe.without_cuda,
                       .scripts = lab::HomeFolder() + "/scripts"}));
  if (options.tell)
    options.tell(StrCat("making an environment of Python ", recipe.python.version, ": ",
                        Join(recipe.lines, " ").substr(0, 120)));
  const Status made = RunAll(commands, log_file);
  fs::remove(wanted, failed);
  if (!made.ok()) {
    fs::remove_all(folder, failed);
    return Error{made.error().kind, StrCat(made.error().message, " (", log_file, ")")};
  }
  fs::rename(log_file, folder + "/assay.log", failed);
  ShareFiles(folder, EntriesOf(EnvironmentsFolder()));
  const json mark = {{"python", recipe.python.version},
                     {"made_by", options.with},
                     {"lines", recipe.lines},
                     {"bytes", SizeOf(folder)}};
  ASSAY_RETURN_IF_ERROR(WriteFile(folder + kMark, mark.dump(1) + "\n"));
  return ReadEnvironment(folder);
}

Status Remove(const std::string& folder) {
  std::error_code failed;
  // Without its mark it is a ruin, should this end halfway.
  fs::remove(folder + kMark, failed);
  fs::remove_all(folder, failed);
  if (failed) return Invalid(StrCat(folder, " cannot be removed: ", failed.message()));
  fs::remove(folder + ".log", failed);
  return {};
}

}  // namespace

std::string EnvironmentsFolder() { return CacheFolder() + "/bugs/envs"; }

Result<Environment> ProvideEnvironment(const Recipe& recipe, const BuildOptions& options) {
  std::error_code failed;
  fs::create_directories(EnvironmentsFolder(), failed);
  const std::string prefix = options.with == "venv" ? "" : options.with + "-";
  const std::string folder = StrCat(EnvironmentsFolder(), "/", prefix, recipe.Key());
  const auto ready = [&]() -> Environment {
    Environment there = ReadEnvironment(folder);
    return there.lines == recipe.lines ? there : Environment{};
  };
  if (Environment there = ready(); !there.key.empty()) return there;
  if (options.offline)
    return Unsupported("its environment was never made here, and nothing may be downloaded");
  // Whoever comes second waits, and then finds it made.
  if (options.tell) options.tell("waiting for whoever makes " + recipe.Key());
  const FileLock lock(LockFile(folder), FileLock::Kind::kExclusive);
  if (!lock.held())
    return Invalid(StrCat(EnvironmentsFolder(), " cannot be written; set XDG_CACHE_HOME"));
  if (Environment there = ready(); !there.key.empty()) return there;
  return Build(recipe, folder, options);
}

std::vector<Environment> ListEnvironments() {
  std::vector<Environment> out;
  std::error_code failed;
  for (const fs::path& path : EntriesOf(EnvironmentsFolder()))
    if (fs::is_directory(path, failed))
      if (Environment one = ReadEnvironment(path); !one.key.empty()) out.push_back(std::move(one));
  std::ranges::sort(out, [](const Environment& a, const Environment& b) { return a.key < b.key; });
  return out;
}

Result<std::vector<Environment>> CollectEnvironments(double days, bool only_tell) {
  std::vector<Environment> out;
  std::error_code failed;
  for (const std::string folder : EntriesOf(EnvironmentsFolder())) {
    if (!fs::is_directory(folder, failed)) continue;
    const FileLock lock = FileLock::Try(LockFile(folder), FileLock::Kind::kExclusive);
    if (!lock.held()) continue;
    Environment one = ReadEnvironment(folder);
    const bool ruin = one.key.empty();
    if (!ruin && one.idle_days < days) continue;
    if (ruin) one = {.key = fs::path(folder).filename(), .folder = folder, .bytes = SizeOf(folder)};
    if (!only_tell) ASSAY_RETURN_IF_ERROR(Remove(folder));
    out.push_back(std::move(one));
  }
  return out;
}

Status KeepEnvironments(size_t most) {
  std::vector<Environment> all = ListEnvironments();
  std::ranges::sort(all, {}, &Environment::idle_days);
  for (size_t i = most; i < all.size(); ++i) {
    const FileLock lock = FileLock::Try(LockFile(all[i].folder), FileLock::Kind::kExclusive);
    if (lock.held()) ASSAY_RETURN_IF_ERROR(Remove(all[i].folder));
  }
  return {};
}

FileLock UseEnvironment(const Environment& environment) {
  std::error_code ignored;
  fs::last_write_time(environment.folder + kMark, fs::file_time_type::clock::now(), ignored);
  return {LockFile(environment.folder), FileLock::Kind::kShared};
}

}  // namespace assay::bugs
