#include "bugs/tools/scoreboard.h"

#include <algorithm>
#include <tuple>

#include "base/json.h"
#include "base/strings.h"
#include "bugs/contribute/new_bug.h"

namespace assay::bugs {
namespace {

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

}  // namespace assay::bugs
