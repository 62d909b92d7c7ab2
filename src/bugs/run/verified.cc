#include "bugs/run/verified.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "base/files.h"
#include "base/folders.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/strings.h"
#include "bugs/environment/file_lock.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kLeftByPython = "__pycache__";
// Larger ones are told apart by their size.
constexpr uint64_t kLargestHashed = 256 << 20;

// Relative to `folder`, sorted.
std::vector<std::string> FilesBelow(const std::string& folder) {
  std::vector<std::string> out;
  std::error_code failed, no_file;
  for (auto at = fs::recursive_directory_iterator(folder, failed);
       !failed && at != fs::recursive_directory_iterator(); at.increment(failed)) {
    if (at->path().filename() == kLeftByPython)
      at.disable_recursion_pending();
    else if (at->is_regular_file(no_file))
      out.push_back(at->path().lexically_relative(folder));
  }
  std::ranges::sort(out);
  return out;
}

std::string FileIn(const std::string& root) {
  return root.empty() ? CacheFolder() + "/bugs/verified.json" : root + "/verified.json";
}

json ReadAll(const std::string& file) {
  const auto text = ReadFile(file);
  json out = text.ok() ? ParseJson(*text) : json();
  return out.is_object() ? out : json::object();
}

// Whether an entry is a record itself, as those are that name no machine.
bool NamesNoMachine(const json& entry) { return entry.is_object() && entry.contains("folder"); }

// A record without a hash cannot tell which text of the test it is about.
std::optional<Verified> Find(const json& all, const std::string& name, const std::string& hash,
                             const std::string& machine) {
  auto found = all.find(name);
  if (found == all.end() || !found->is_object()) return {};
  if (!NamesNoMachine(*found)) {
    const json& machines = *found;
    found = machines.find(machine);
    if (found == machines.end()) return {};
  }
  if (!found->is_object() || TextAt(*found, "folder") != hash) return {};
  const json &buggy = ObjectAt(*found, "buggy"), &fixed = ObjectAt(*found, "fixed");
  return Verified{.folder_hash = hash,
                  .holds = TrueAt(*found, "holds"),
                  .reason = TextAt(*found, "reason"),
                  .fixed_version = TextAt(fixed, "version"),
                  .buggy_message = TextAt(buggy, "message"),
                  .fixed_message = TextAt(fixed, "message"),
                  .python = TextAt(*found, "python")};
}

std::string NameOf(const Bug& bug) { return bug.library + "/" + bug.id; }

}  // namespace

std::string RootOf(const Bug& bug) { return fs::path(bug.folder).parent_path().parent_path(); }

std::string FolderHash(const Bug& bug) {
  uint64_t hash = 0;
  for (const std::string& name : FilesBelow(bug.folder)) {
    const std::string path = bug.folder + "/" + name;
    const auto text = ReadFile(path, kLargestHashed);
    std::error_code failed;
    hash = HashCombine(hash, HashBytes(name));
    hash = HashCombine(hash, text.ok() ? HashBytes(*text) : fs::file_size(path, failed));
  }
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

std::optional<Verified> FindVerified(const Bug& bug, const std::string& machine) {
  const std::string hash = FolderHash(bug);
  for (const std::string& root : {std::string(), RootOf(bug)})
    if (auto found = Find(ReadAll(FileIn(root)), NameOf(bug), hash, machine)) return found;
  return {};
}

Status KeepVerified(const Bug& bug, const Verified& record, const std::string& root,
                    const std::string& machine) {
  const std::string file = FileIn(root);
  std::error_code failed;
  fs::create_directories(fs::path(file).parent_path(), failed);
  fs::create_directories(CacheFolder() + "/bugs", failed);
  const FileLock lock(CacheFolder() + "/bugs/verified.lock", FileLock::Kind::kExclusive);
  json all = ReadAll(file);
  json& machines = all[NameOf(bug)];
  if (!machines.is_object() || NamesNoMachine(machines)) machines = json::object();
  machines[machine] = With(
      ASSAY_FIELDS(record, holds, reason, python),
      {{"folder", record.folder_hash},
       {"buggy",
        {{"version", bug.row ? bug.row->buggy_version : ""}, {"message", record.buggy_message}}},
       {"fixed", {{"version", record.fixed_version}, {"message", record.fixed_message}}}});
  return WriteFile(file, all.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
}

}  // namespace assay::bugs
