// The scoreboard: which tool found which bug, kept in a JSON file so that it can be shown again.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "bugs/tools/score.h"

namespace assay::bugs {

struct BoardEntry {
  std::string tool;
  BugScore score;
  double limit_seconds = 0;  // that the tool was given for it
  std::string when;          // "2026-11-16"
};

class Scoreboard {
 public:
  // An empty one when there is no file. The error names the file and what is wrong with it.
  static Result<Scoreboard> Load(const std::string& path);
  Status Save(const std::string& path) const;

  // In the place of what was known of the same tool and bug.
  void Add(const SessionResult& result, double limit_seconds, const std::string& when);
  const std::vector<BoardEntry>& entries() const { return entries_; }
  // Nothing is known: nullptr.
  const BoardEntry* Find(const std::string& tool, const std::string& library,
                         const std::string& id) const;

  // "": all. Tools by name; bugs by library and id.
  Scoreboard Of(const std::vector<std::string>& tools,
                const std::vector<std::string>& libraries) const;
  std::vector<std::string> Tools() const;

 private:
  std::vector<BoardEntry> entries_;
};

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
