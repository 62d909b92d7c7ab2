#include "bugs/tools/tool_runs.h"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <map>
#include <set>

#include "base/folders.h"
#include "base/strings.h"
#include "bugs/tools/faults.h"
#include "bugs/tools/ground_truth.h"

namespace assay::bugs {
namespace {

// As a scoreboard notes it.
std::string Today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts = {};
  gmtime_r(&now, &parts);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
  return text;
}

std::string FolderOf(const ToolRuns& runs, const std::string& tool,
                     const std::vector<const Bug*>& bugs) {
  const std::string root = runs.folder.empty()
                               ? CacheFolder() + "/bugs/tools"
                               : std::filesystem::absolute(runs.folder).lexically_normal().string();
  const Bug& first = *bugs.front();
  return StrCat(root, "/", std::filesystem::path(tool).stem().string(), "-", first.library, "-",
                bugs.size() == 1 ? first.id : VersionOf(first));
}

// `run`: a session of the tool on `bugs`.
Result<ToolOutcome> RunAndKeep(
    const std::string& tool, const std::vector<const Bug*>& bugs, const ToolRuns& runs,
    const std::function<Result<SessionResult>(const SessionOptions&)>& run) {
  ToolOutcome out;
  SessionOptions options = runs.each;
  options.folder = FolderOf(runs, tool, bugs);
  options.keep = [&](const BugScore& score) {
    const Status kept = KeepOnBoard(runs.board, {tool, score, runs.each.seconds, Today()});
    if (kept.ok() || !out.kept.ok()) return;
    out.kept = kept;
    runs.trouble(kept.error());
  };
  ASSAY_ASSIGN(out.result, run(options));
  return out;
}

Result<ToolOutcome> RunOnBugs(const Tool& tool, const std::vector<const Bug*>& bugs,
                              const ToolRuns& runs) {
  return RunAndKeep(tool.name, bugs, runs,
                    [&](const SessionOptions& options) { return RunSession(tool, bugs, options); });
}

// `wanted`: which of the faults, as bugs.
Result<ToolOutcome> RunOnPlanted(const Tool& tool, const std::string& id, const ToolRuns& runs,
                                 const std::function<bool(const Bug&)>& wanted) {
  ASSAY_ASSIGN(const auto all, ChooseFaults(id));
  ASSAY_ASSIGN(const auto as_bugs, FaultsAsBugs(all));
  std::vector<Fault> faults;
  std::vector<const Bug*> bugs;
  for (size_t i = 0; i < all.size(); ++i) {
    if (!wanted(as_bugs[i])) continue;
    faults.push_back(all[i]);
    bugs.push_back(&as_bugs[i]);
  }
  if (faults.empty()) return ToolOutcome{};
  return RunAndKeep(tool.name, bugs, runs, [&](const SessionOptions& options) {
    return RunOnFaults(tool, faults, options);
  });
}

bool HoldsName(const std::vector<std::string>& libraries, const std::string& library) {
  return std::ranges::find(libraries, library) != libraries.end();
}

}  // namespace

Result<std::vector<const Bug*>> ChooseBugs(const Database& database, const Choice& choice) {
  if (!choice.id.empty()) {
    ASSAY_ASSIGN(const Bug* bug, database.Find(choice.library, choice.id));
    if (!choice.version.empty() && VersionOf(*bug) != choice.version)
      return Invalid(StrCat("bug ", choice.id, " of ", choice.library, " is of version ",
                            VersionOf(*bug), ", not ", choice.version));
    if (const std::string elsewhere = bug->NotFor(); !elsewhere.empty())
      return Invalid(StrCat("bug ", choice.id, " of ", choice.library, ": ", elsewhere));
    return std::vector<const Bug*>{bug};
  }
  const auto& known = database.libraries;
  if (std::ranges::find(known, choice.library) == known.end())
    return Invalid(StrCat("there is no library '", choice.library, "' in ", database.root,
                          "; known: ", Join(known, ", ")));
  std::vector<const Bug*> out;
  std::set<std::string> versions;
  for (const Bug* bug : database.Of(choice.library)) {
    if (!bug->NotFor().empty()) continue;
    versions.insert(VersionOf(*bug));
    if (VersionOf(*bug) == choice.version) out.push_back(bug);
  }
  if (choice.version.empty())
    return Invalid(StrCat("which version of ", choice.library,
                          "? -v takes all bugs of one, -i a single bug; there are ",
                          Join(versions, ", ")));
  if (out.empty())
    return Invalid(StrCat("no bug of ", choice.library, " is of version ", choice.version,
                          "; there are ", Join(versions, ", ")));
  return out;
}

std::vector<std::vector<const Bug*>> ByVersion(const Database& database,
                                               const std::vector<std::string>& libraries) {
  std::map<std::pair<std::string, std::string>, std::vector<const Bug*>> groups;
  for (const Bug& bug : database.bugs) {
    if (!bug.has_folder() || !bug.NotFor().empty()) continue;
    if (!libraries.empty() && std::ranges::find(libraries, bug.library) == libraries.end())
      continue;
    groups[{bug.library, VersionOf(bug)}].push_back(&bug);
  }
  std::vector<std::vector<const Bug*>> out;
  for (auto& [key, bugs] : groups) out.push_back(std::move(bugs));
  return out;
}

Result<ToolOutcome> RunTool(const Tool& tool, const Choice& choice, const ToolRuns& runs) {
  if (choice.library == kFaultLibrary && runs.database.empty())
    return RunOnPlanted(tool, choice.id, runs, [](const Bug&) { return true; });
  ASSAY_ASSIGN(const Database database, ReadDatabase(runs.database));
  ASSAY_ASSIGN(const auto bugs, ChooseBugs(database, choice));
  return RunOnBugs(tool, bugs, runs);
}

Status FillBoard(const std::vector<Tool>& tools, const std::vector<std::string>& libraries,
                 bool again, const ToolRuns& runs) {
  ASSAY_ASSIGN(const Scoreboard board, Scoreboard::Load(runs.board));
  ASSAY_ASSIGN(const Database database, ReadDatabase(runs.database));
  for (const std::string& library : libraries)
    if (library != kFaultLibrary && !HoldsName(database.libraries, library))
      return Invalid(StrCat("there is no library '", library, "' in ", database.root,
                            "; known: ", Join(database.libraries, ", "), ", planted"));
  for (const Tool& tool : tools) {
    const auto wanted = [&](const Bug& bug) {
      const BoardEntry* entry = board.Find(
          tool.name, {.library = bug.library, .id = bug.id, .version = VersionOf(bug), .api = ""});
      return again || entry == nullptr || entry->score.score == Score::kNotRun;
    };
    for (std::vector<const Bug*> group : ByVersion(database, libraries)) {
      std::erase_if(group, [&](const Bug* bug) { return !wanted(*bug); });
      if (group.empty()) continue;
      ASSAY_ASSIGN(const ToolOutcome done, RunOnBugs(tool, group, runs));
      ASSAY_RETURN_IF_ERROR(done.kept);
    }
    if (!HoldsName(libraries, kFaultLibrary)) continue;
    ASSAY_ASSIGN(const ToolOutcome done, RunOnPlanted(tool, "", runs, wanted));
    ASSAY_RETURN_IF_ERROR(done.kept);
  }
  return {};
}

}  // namespace assay::bugs
