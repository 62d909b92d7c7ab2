#include "bugs/tools/scoreboard.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <tuple>

#include "base/files.h"
#include "base/json.h"
#include "base/strings.h"
#include "bugs/contribute/new_bug.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Two databases may hold the same report with different versions of the library.
auto KeyOf(const BoardEntry& entry) {
  return std::tie(entry.score.library, entry.score.id, entry.score.version, entry.tool);
}

json EntryJson(const BoardEntry& entry) {
  json out = ToJson(entry.score);
  out["tool"] = entry.tool;
  out["limit_seconds"] = entry.limit_seconds;
  out["when"] = entry.when;
  return out;
}

bool In(const std::vector<std::string>& list, const std::string& name) {
  return list.empty() || std::ranges::find(list, name) != list.end();
}

// Larger than any board, smaller than what would fill the memory.
constexpr uint64_t kLargestBoard = uint64_t{256} << 20;

Result<BoardEntry> ReadEntry(const json& object) {
  BoardEntry out;
  try {
    ASSAY_READ_FIELDS(object, out, tool, limit_seconds, when);
    ASSAY_READ_FIELDS(object, out.score, library, id, version, api, reason, finding, seconds);
    ASSAY_ASSIGN(out.score.score, ScoreByName(object.at("score").get<std::string>()));
  } catch (const json::exception& error) {
    return Invalid(error.what());
  }
  return out;
}

bool IsBoard(const json& all) {
  return all.is_object() && all.contains("scoreboard") && all["scoreboard"] == kBoardForm &&
         all.contains("entries") && all["entries"].is_array();
}

// Where links lead: a file that is written by a rename would take their place.
std::string RealPath(const std::string& path) {
  std::error_code failed;
  const fs::path real = fs::weakly_canonical(path, failed);
  return failed ? path : real.string();
}

std::string FolderOf(const std::string& path) {
  const std::string folder = fs::path(path).parent_path();
  return folder.empty() ? "." : folder;
}

// The folder is locked, not the file: that one is another after every change.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder)
      : descriptor_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    while (descriptor_ >= 0 && flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~FolderLock() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  const int descriptor_;
};

}  // namespace

bool SameBug(const BugScore& a, const BugScore& b) {
  return a.library == b.library && a.id == b.id && a.version == b.version;
}

void Scoreboard::Add(BoardEntry entry) {
  const auto at = std::lower_bound(
      entries_.begin(), entries_.end(), entry,
      [](const BoardEntry& a, const BoardEntry& b) { return KeyOf(a) < KeyOf(b); });
  if (at != entries_.end() && KeyOf(*at) == KeyOf(entry))
    *at = std::move(entry);
  else
    entries_.insert(at, std::move(entry));
}

const BoardEntry* Scoreboard::Find(const std::string& tool, const BugScore& bug) const {
  for (const BoardEntry& entry : entries_)
    if (entry.tool == tool && SameBug(entry.score, bug)) return &entry;
  return nullptr;
}

Scoreboard Scoreboard::Of(const std::vector<std::string>& tools,
                          const std::vector<std::string>& libraries) const {
  Scoreboard out;
  for (const BoardEntry& entry : entries_)
    if (In(tools, entry.tool) && In(libraries, entry.score.library)) out.entries_.push_back(entry);
  return out;
}

std::vector<std::string> Scoreboard::Tools() const {
  std::vector<std::string> out;
  for (const BoardEntry& entry : entries_) out.push_back(entry.tool);
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

Tally TallyOf(const Scoreboard& board, const std::string& tool) {
  Tally out;
  for (const BoardEntry& entry : board.entries()) {
    if (entry.tool != tool) continue;
    out.found += entry.score.score == Score::kFound ? 1 : 0;
    out.missed += entry.score.score == Score::kMissed ? 1 : 0;
    out.not_supported += entry.score.score == Score::kNotSupported ? 1 : 0;
    out.not_run += entry.score.score == Score::kNotRun ? 1 : 0;
    out.seconds += entry.score.seconds;
  }
  return out;
}

std::string CsvOf(const Scoreboard& board) {
  std::string out =
      "tool,library,id,version,api,score,seconds,limit_seconds,when,finding,reason\r\n";
  for (const BoardEntry& e : board.entries()) {
    std::vector<std::string> cells;
    for (const std::string& cell :
         {e.tool, e.score.library, e.score.id, e.score.version, e.score.api,
          std::string(ScoreName(e.score.score)), FormatDouble(e.score.seconds),
          FormatDouble(e.limit_seconds), e.when, e.score.finding, e.score.reason})
      cells.push_back(CsvCell(cell));
    out += Join(cells, ",") + "\r\n";
  }
  return out;
}

json JsonOf(const Scoreboard& board) {
  json entries = json::array(), tools = json::object();
  for (const BoardEntry& entry : board.entries()) entries.push_back(EntryJson(entry));
  for (const std::string& tool : board.Tools()) {
    const Tally tally = TallyOf(board, tool);
    tools[tool] = ASSAY_FIELDS(tally, found, missed, not_supported, not_run, seconds);
  }
  return {{"scoreboard", kBoardForm}, {"tools", std::move(tools)}, {"entries", std::move(entries)}};
}

// The file is read with suspicion, and written whole by one process at a time.
Result<Scoreboard> Scoreboard::Load(const std::string& path) {
  Scoreboard out;
  std::error_code failed;
  if (!fs::exists(path, failed) && !failed) return out;
  ASSAY_ASSIGN(const std::string text, ReadFile(path, kLargestBoard));
  const json all = ParseJson(text);
  if (!IsBoard(all))
    return Invalid(
        StrCat(path, " is not a scoreboard of `assay bugs`; name another file by --board"));
  int number = 0;
  for (const json& object : all["entries"]) {
    ++number;
    auto entry = ReadEntry(object);
    if (!entry.ok())
      return Invalid(StrCat(path, ": entry ", number, ": ", entry.error().message,
                            "; fix it, or name another file with --board"));
    out.Add(std::move(entry).value());
  }
  return out;
}

Status Scoreboard::Save(const std::string& path) const {
  return WriteFile(RealPath(path),
                   JsonOf(*this).dump(1, ' ', false, json::error_handler_t::replace) + "\n");
}

Status CheckBoard(const std::string& path) {
  const auto board = Scoreboard::Load(path);
  if (!board.ok()) return board.error();
  const std::string real = RealPath(path), folder = FolderOf(real);
  struct stat info{};
  // By its mode, for root could write it all the same: whoever made it so meant it.
  if (stat(real.c_str(), &info) == 0 && (info.st_mode & 0222) == 0)
    return Invalid(StrCat(path, " is read-only; name another file by --board"));
  if (access(folder.c_str(), W_OK) != 0)
    return Invalid(StrCat("scores cannot be kept in ", path, ": ", folder, ": ",
                          std::strerror(errno), "; name another file by --board"));
  return {};
}

Status KeepOnBoard(const std::string& path, const BoardEntry& entry) {
  const FolderLock lock(FolderOf(RealPath(path)));
  ASSAY_ASSIGN(Scoreboard board, Scoreboard::Load(path));
  board.Add(entry);
  return board.Save(path);
}

}  // namespace assay::bugs
