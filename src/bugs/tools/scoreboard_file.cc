// The scoreboard's file: read with suspicion, written whole, one process at a time.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/files.h"
#include "base/json.h"
#include "base/strings.h"
#include "bugs/tools/scoreboard.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Larger than any board, smaller than what would fill the memory.
constexpr uint64_t kLargestBoard = uint64_t{256} << 20;

Result<BoardEntry> ReadEntry(const json& object) {
  BoardEntry out;
  try {
    object.at("tool").get_to(out.tool);
    object.at("library").get_to(out.score.library);
    object.at("id").get_to(out.score.id);
    object.at("version").get_to(out.score.version);
    object.at("api").get_to(out.score.api);
    object.at("reason").get_to(out.score.reason);
    object.at("finding").get_to(out.score.finding);
    object.at("seconds").get_to(out.score.seconds);
    object.at("limit_seconds").get_to(out.limit_seconds);
    object.at("when").get_to(out.when);
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

Result<Scoreboard> Scoreboard::Load(const std::string& path) {
  Scoreboard out;
  std::error_code failed;
  if (!fs::exists(path, failed) && !failed) return out;
  ASSAY_ASSIGN(const std::string text, ReadFile(path, kLargestBoard));
  const json all = ParseJson(text);
  if (!IsBoard(all))
    return Invalid(StrCat(path, " is no scoreboard of `assay bugs`; name another file by --board"));
  int number = 0;
  for (const json& object : all["entries"]) {
    ++number;
    auto entry = ReadEntry(object);
    if (!entry.ok())
      return Invalid(StrCat(path, ": entry ", number, ": ", entry.error().message,
                            "; mend it, or name another file by --board"));
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
