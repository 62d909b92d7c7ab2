// /api/bugs and /api/scoreboard: reproducible bugs, both of their sides, and which tool finds them.
#include <algorithm>
#include <set>

#include "base/strings.h"
#include "bugs/database/database.h"
#include "bugs/run/verified.h"
#include "bugs/tools/scoreboard.h"
#include "web/page.h"

namespace assay::web {
namespace {

using nlohmann::json;

// "torch==2.1.0" of the requirements: the version that has the bug.
std::string BuggyVersion(const bugs::Bug& bug) {
  if (bug.row.has_value() && !bug.row->buggy_version.empty()) return bug.row->buggy_version;
  for (const std::string& line : bug.requirements)
    if (const size_t at = line.find("=="); at != std::string::npos) return line.substr(at + 2);
  return "";
}

// Whether the bug was seen on the version that has it, and gone on the one that mends it. Of a
// record that does not hold only the reason is kept, so no side is called right.
json VerifiedJson(const std::optional<bugs::Verified>& seen) {
  if (!seen.has_value()) return nullptr;
  json out = With(ASSAY_FIELDS(*seen, holds, reason, python),
                  {{"messages", {{"buggy", seen->buggy_message}, {"fixed", seen->fixed_message}}}});
  if (seen->holds) out["buggy"] = out["fixed"] = true;
  return out;
}

json BugJson(const bugs::Bug& bug) {
  const bugs::BugRow row = bug.row.value_or(bugs::BugRow{});
  const auto seen = bugs::FindVerified(bug);
  std::string fixed = bug.notes.has_value() ? bug.notes->fixed_version : "";
  if (fixed.empty() && seen.has_value()) fixed = seen->fixed_version;
  return {{"library", bug.library},
          {"id", bug.id},
          {"title", row.title},
          {"type", bugs::ManifestationType(row.type)},
          {"api", row.buggy_api.empty() ? row.api : row.buggy_api},
          {"device", row.device},
          {"version", BuggyVersion(bug)},
          {"fixed", fixed},
          {"link", row.issue_link},
          {"test", bug.test_file},
          {"runnable", bug.has_folder()},
          {"unavailable", bug.unavailable.empty() ? bug.NotFor() : bug.unavailable},
          {"verified", VerifiedJson(seen)}};
}

}  // namespace

Result<Answer> Bugs(const Sources& sources, const Query& query) {
  ASSAY_RETURN_IF_ERROR(query.Allow({"library"}));
  const auto database = bugs::ReadDatabase(sources.bugs);
  const std::string wanted = query.Text("library");
  json libraries = json::array(), rows = json::array();
  if (!database.ok())
    return Answer(json{{"libraries", libraries},
                       {"bugs", rows},
                       {"total", 0},
                       {"note", database.error().message}});
  const auto& known = database->libraries;
  if (!wanted.empty() && std::ranges::find(known, wanted) == known.end())
    return NotFound(
        StrCat("there is no library '", wanted.substr(0, 60), "'; known: ", Join(known, ", ")));
  for (const std::string& library : known) {
    const auto count = std::ranges::count_if(
        database->bugs, [&](const bugs::Bug& bug) { return bug.library == library; });
    libraries.push_back({{"name", library}, {"bugs", count}});
  }
  for (const bugs::Bug& bug : database->bugs)
    if (wanted.empty() || bug.library == wanted) rows.push_back(BugJson(bug));
  return Answer(json{{"libraries", std::move(libraries)},
                     {"total", rows.size()},
                     {"bugs", std::move(rows)},
                     {"folder", database->root},
                     {"note", ""}});
}

Result<Answer> Scoreboard(const Sources& sources, const Query& query) {
  ASSAY_RETURN_IF_ERROR(query.Allow({}));
  ASSAY_ASSIGN(const bugs::Scoreboard board,
               sources.board.empty() ? bugs::Scoreboard() : bugs::Scoreboard::Load(sources.board));
  json tools = json::array(), rows = json::array(), cells = json::array();
  std::set<std::pair<std::string, std::string>> seen;
  for (const std::string& tool : board.Tools()) {
    const bugs::Tally tally = bugs::TallyOf(board, tool);
    tools.push_back(With(ASSAY_FIELDS(tally, found, missed, not_supported, not_run, seconds),
                         {{"name", tool}}));
  }
  for (const bugs::BoardEntry& entry : board.entries()) {
    const bugs::BugScore& score = entry.score;
    if (seen.insert({score.library, score.id}).second)
      rows.push_back(With(ASSAY_FIELDS(score, library, id, version), {{"title", score.api}}));
    // Found or not is a figure; where it was not tried there is none.
    const bool tried = score.score == bugs::Score::kFound || score.score == bugs::Score::kMissed;
    const std::string name(bugs::ScoreName(score.score));
    cells.push_back(
        With(ASSAY_FIELDS(score, library, id, seconds, reason, finding),
             With(ASSAY_FIELDS(entry, tool, limit_seconds, when),
                  {{"score", tried ? json(score.score == bugs::Score::kFound ? 1 : 0) : json(name)},
                   {"outcome", name}})));
  }
  return Answer(json{{"tools", std::move(tools)},
                     {"bugs", std::move(rows)},
                     {"cells", std::move(cells)},
                     {"note", sources.board.empty() || seen.empty()
                                  ? "`assay bugs scoreboard --tool judge` sets a tool on bugs."
                                  : ""}});
}

}  // namespace assay::web
