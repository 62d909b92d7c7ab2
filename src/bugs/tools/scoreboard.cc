#include "bugs/tools/scoreboard.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "base/files.h"
#include "base/json.h"
#include "base/strings.h"
#include "bugs/contribute/new_bug.h"

namespace assay::bugs {
namespace {

using nlohmann::json;

constexpr int kForm = 1;

auto KeyOf(const BoardEntry& entry) {
  return std::tie(entry.score.library, entry.score.id, entry.tool);
}

json EntryJson(const BoardEntry& entry) {
  json out = ToJson(entry.score);
  out["tool"] = entry.tool;
  out["limit_seconds"] = entry.limit_seconds;
  out["when"] = entry.when;
  return out;
}

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

bool In(const std::vector<std::string>& list, const std::string& name) {
  return list.empty() || std::find(list.begin(), list.end(), name) != list.end();
}

}  // namespace

Result<Scoreboard> Scoreboard::Load(const std::string& path) {
  Scoreboard out;
  if (!std::filesystem::exists(path)) return out;
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  const json all = ParseJson(text);
  if (!all.is_object() || all.value("scoreboard", 0) != kForm || !all.contains("entries") ||
      !all["entries"].is_array())
    return Invalid(StrCat(path, " is no scoreboard of `assay bugs`; name another file by --board"));
  for (const json& object : all["entries"]) {
    auto entry = ReadEntry(object);
    if (!entry.ok())
      return Invalid(
          StrCat(path, ": entry ", out.entries_.size() + 1, ": ", entry.error().message));
    out.entries_.push_back(std::move(entry).value());
  }
  return out;
}

Status Scoreboard::Save(const std::string& path) const {
  return WriteFile(path, JsonOf(*this).dump(1, ' ', false, json::error_handler_t::replace) + "\n");
}

void Scoreboard::Add(const SessionResult& result, double limit_seconds, const std::string& when) {
  for (const BugScore& score : result.scores) {
    BoardEntry entry{result.tool, score, limit_seconds, when};
    const auto same = std::find_if(entries_.begin(), entries_.end(), [&](const BoardEntry& other) {
      return KeyOf(other) == KeyOf(entry);
    });
    if (same == entries_.end())
      entries_.push_back(std::move(entry));
    else
      *same = std::move(entry);
  }
  std::sort(entries_.begin(), entries_.end(),
            [](const BoardEntry& a, const BoardEntry& b) { return KeyOf(a) < KeyOf(b); });
}

const BoardEntry* Scoreboard::Find(const std::string& tool, const std::string& library,
                                   const std::string& id) const {
  for (const BoardEntry& entry : entries_)
    if (entry.tool == tool && entry.score.library == library && entry.score.id == id) return &entry;
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
  std::sort(out.begin(), out.end());
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
    tools[tool] = {{"found", tally.found},
                   {"missed", tally.missed},
                   {"not_supported", tally.not_supported},
                   {"not_run", tally.not_run},
                   {"seconds", tally.seconds}};
  }
  return {{"scoreboard", kForm}, {"tools", std::move(tools)}, {"entries", std::move(entries)}};
}

}  // namespace assay::bugs
