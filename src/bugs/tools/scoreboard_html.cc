#include <iomanip>
#include <sstream>

#include "base/strings.h"
#include "bugs/tools/scoreboard.h"
#include "report/escape.h"

namespace assay::bugs {
namespace {

constexpr std::string_view kHead = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Scoreboard of testing tools</title>
<style>
:root{--ink:#1d2733;--soft:#5b6b7c;--line:#dfe5ec;--paper:#fff;--found:#1b7f4b;--foundbg:#e2f4ea;--missed:#a3341f;--missedbg:#fbe9e5;--none:#eef1f5}
@media (prefers-color-scheme:dark){:root{--ink:#e6ebf1;--soft:#9aa9b9;--line:#2c3744;--paper:#141a21;--found:#6fd6a0;--foundbg:#163527;--missed:#f0937f;--missedbg:#3a1d17;--none:#1e2630}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);margin:2rem auto;max-width:1100px;padding:0 1rem}
h1{font-size:1.5rem;margin:0 0 .3rem}p{color:var(--soft);margin:.2rem 0 1.2rem}
.tools{display:flex;flex-wrap:wrap;gap:1rem;margin-bottom:1.5rem}
.tool{border:1px solid var(--line);border-radius:10px;padding:.8rem 1rem;min-width:12rem;flex:1}
.tool b{font-size:1.05rem}.tool .big{font-size:1.7rem;font-weight:600;font-variant-numeric:tabular-nums}
.bar{display:flex;height:8px;border-radius:4px;overflow:hidden;background:var(--none);margin:.5rem 0}
.bar i{display:block}.bar .f{background:var(--found)}.bar .m{background:var(--missed)}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.35rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}
th{position:sticky;top:0;background:var(--paper);font-weight:600}
td{overflow-wrap:anywhere}td.s{white-space:nowrap}details{margin:1.5rem 0}summary{cursor:pointer;font-weight:600}td small{color:var(--soft)}
.found{background:var(--foundbg);color:var(--found);font-weight:600}.missed{background:var(--missedbg);color:var(--missed)}
.not{background:var(--none);color:var(--soft)}tr.lib td{font-weight:600;background:var(--none)}
</style></head><body>
)";

std::string Seconds(double seconds) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(seconds < 10 ? 1 : 0) << seconds << " s";
  return out.str();
}

std::string Card(const std::string& tool, const Tally& tally) {
  const int aimed = tally.found + tally.missed;
  const double part = aimed == 0 ? 0 : 100.0 * tally.found / aimed;
  return StrCat(
      "<div class=\"tool\"><b>", report::XmlText(tool), "</b><div class=\"big\">", tally.found,
      " of ", aimed, "</div><div class=\"bar\"><i class=\"f\" style=\"width:", part,
      "%\"></i><i class=\"m\" style=\"width:", aimed == 0 ? 0 : 100 - part, "%\"></i></div><small>",
      tally.missed, " missed, ", tally.not_supported, " not supported, ", tally.not_run,
      " not run; ", Seconds(tally.seconds), "</small></div>\n");
}

std::string Cell(const BoardEntry* entry) {
  if (entry == nullptr) return "<td></td>";
  const BugScore& score = entry->score;
  const char* style = score.score == Score::kFound    ? "found"
                      : score.score == Score::kMissed ? "missed"
                                                      : "not";
  const bool timed = score.score == Score::kFound || score.score == Score::kMissed;
  return StrCat("<td class=\"s ", style, "\" title=\"",
                report::XmlText(score.reason.empty() ? score.finding : score.reason), "\">",
                ScoreName(score.score),
                timed ? StrCat(" <small>", Seconds(score.seconds), "</small>") : std::string(),
                "</td>");
}

// For those who print the page, or cannot hover.
std::string Reasons(const Scoreboard& board) {
  std::string rows;
  for (const BoardEntry& entry : board.entries())
    if (!entry.score.reason.empty())
      rows += StrCat("<tr><td>", report::XmlText(entry.tool), "</td><td>",
                     report::XmlText(entry.score.library), " ", report::XmlText(entry.score.id),
                     "</td><td>", ScoreName(entry.score.score), "</td><td>",
                     report::XmlText(entry.score.reason), "</td></tr>\n");
  if (rows.empty()) return "";
  return StrCat("<details><summary>Why bugs were not found</summary><div class=\"wide\"><table>\n",
                rows, "</table></div></details>\n");
}

}  // namespace

std::string HtmlOf(const Scoreboard& board) {
  std::string out(kHead);
  const std::vector<std::string> tools = board.Tools();
  out +=
      "<h1>Scoreboard of testing tools</h1>\n<p>Found: the same API or operator fails in the same "
      "way, and no "
      "longer in the fixed version where one is known. What a tool cannot look for is not a miss. "
      "Hover over a cell "
      "for the reason; the end of the page has them all.</p>\n<div class=\"tools\">\n";
  for (const std::string& tool : tools) out += Card(tool, TallyOf(board, tool));
  out += "</div>\n<div class=\"wide\"><table><thead><tr><th>bug</th><th>version</th><th>API</th>";
  for (const std::string& tool : tools) out += StrCat("<th>", report::XmlText(tool), "</th>");
  out += "</tr></thead><tbody>\n";
  const BugScore* last = nullptr;
  for (const BoardEntry& entry : board.entries()) {
    const BugScore& score = entry.score;
    if (last != nullptr && SameBug(score, *last)) continue;  // the row has all tools
    if (last == nullptr || score.library != last->library)
      out += StrCat("<tr class=\"lib\"><td colspan=\"", 3 + tools.size(), "\">",
                    report::XmlText(score.library), "</td></tr>\n");
    last = &score;
    out += StrCat("<tr><td>", report::XmlText(score.id), "</td><td>",
                  report::XmlText(score.version), "</td><td>", report::XmlText(score.api), "</td>");
    for (const std::string& tool : tools) out += Cell(board.Find(tool, score));
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n" + Reasons(board) + "</body></html>\n";
}

}  // namespace assay::bugs
