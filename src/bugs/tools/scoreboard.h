// The scoreboard: which tool found which bug, kept in a JSON file so that it can be shown again.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "bugs/tools/score.h"

namespace assay::bugs {

// The form of the file, as it says itself.
inline constexpr int kBoardForm = 1;

struct BoardEntry {
  std::string tool;
  BugScore score;
  double limit_seconds = 0;  // that the tool was given for it
  std::string when;          // "2026-11-16"
};

// Of library, id and version.
bool SameBug(const BugScore& a, const BugScore& b);

class Scoreboard {
 public:
  // An empty one when there is no file. The error names the file and what is wrong with it.
  static Result<Scoreboard> Load(const std::string& path);
  Status Save(const std::string& path) const;

  // In the place of what was known of the same tool and bug.
  void Add(BoardEntry entry);
  const std::vector<BoardEntry>& entries() const { return entries_; }
  // What the tool did on the same bug. Nothing is known: nullptr.
  const BoardEntry* Find(const std::string& tool, const BugScore& bug) const;

  // "": all. Tools by name; bugs by library and id.
  Scoreboard Of(const std::vector<std::string>& tools,
                const std::vector<std::string>& libraries) const;
  std::vector<std::string> Tools() const;

 private:
  std::vector<BoardEntry> entries_;
};

// Before a long run: that `path` holds a board or nothing, and can be written.
Status CheckBoard(const std::string& path);

// Adds to the board in the file. Other processes may do the same at the same time: nothing is lost.
Status KeepOnBoard(const std::string& path, const BoardEntry& entry);

struct Tally {
  int found = 0, missed = 0, not_supported = 0, not_run = 0;
  double seconds = 0;
};
Tally TallyOf(const Scoreboard& board, const std::string& tool);

// "tool,library,id,…", one line per entry.
std::string CsvOf(const Scoreboard& board);
// One page that needs nothing else: tools across, bugs down.
std::string HtmlOf(const Scoreboard& board);
nlohmann::json JsonOf(const Scoreboard& board);

}  // namespace assay::bugs
