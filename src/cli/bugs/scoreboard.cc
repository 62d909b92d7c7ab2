// assay bugs scoreboard: which tool found which bug; runs tools on bugs where it is not known yet.
#include "bugs/tools/scoreboard.h"

#include <filesystem>

#include "base/files.h"
#include "cli/bugs/options.h"
#include "cli/duration.h"
#include "cli/table.h"

namespace assay::cli::bugs {
namespace {

using assay::bugs::BoardEntry;
using assay::bugs::Score;
using assay::bugs::Scoreboard;

struct ScoreboardFlags : ToolFlags {
  std::vector<std::string> tools_to_run, libraries;
  std::string csv, html;
  bool again = false;
};

std::string Seconds(double seconds) { return Fixed(seconds, seconds < 10 ? 1 : 0) + " s"; }

std::string CellOf(const BoardEntry* entry) {
  if (entry == nullptr) return "";
  const auto& score = entry->score;
  const bool timed = score.score == Score::kFound || score.score == Score::kMissed;
  return StrCat(ScoreName(score.score), timed ? " " + Seconds(score.seconds) : "");
}

Tone ToneOf(const BoardEntry* entry) {
  if (entry == nullptr) return Tone::kPlain;
  return entry->score.score == Score::kFound    ? Tone::kGood
         : entry->score.score == Score::kMissed ? Tone::kBad
                                                : Tone::kDim;
}

void PrintScoreboard(const Scoreboard& board) {
  const std::vector<std::string> tools = board.Tools();
  std::vector<std::string> header = {"library", "bug", "version", "API"};
  header.insert(header.end(), tools.begin(), tools.end());
  Table table(header);
  const BoardEntry* last = nullptr;
  for (const BoardEntry& entry : board.entries()) {
    const auto& score = entry.score;
    if (last != nullptr && SameBug(score, last->score)) continue;  // its row has all tools
    last = &entry;
    std::vector<std::string> cells = {score.library, score.id, score.version,
                                      score.api.substr(0, 48)};
    std::vector<std::pair<size_t, Tone>> tones;
    for (const std::string& tool : tools) {
      const BoardEntry* at = board.Find(tool, score);
      tones.emplace_back(cells.size(), ToneOf(at));
      cells.push_back(CellOf(at));
    }
    table.AddRow(std::move(cells), std::move(tones));
  }
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << "\n";
  Table sums({"tool", "found", "missed", "not supported", "not run", "time"});
  for (const std::string& tool : tools) {
    const auto tally = TallyOf(board, tool);
    sums.AddRow({tool, StrCat(tally.found, " of ", tally.found + tally.missed),
                 StrCat(tally.missed), StrCat(tally.not_supported), StrCat(tally.not_run),
                 Seconds(tally.seconds)});
  }
  sums.Print(std::cout, StdoutIsTerminal());
}

Result<int> RunScoreboard(const ScoreboardFlags& flags) {
  if (const auto time = ParseDuration(flags.time); !time.ok()) return time.error();
  auto board = Scoreboard::Load(flags.board);
  if (!board.ok()) return board.error();
  if (!flags.tools_to_run.empty()) {
    ASSAY_RETURN_IF_ERROR(assay::bugs::CheckBoard(flags.board));
    std::vector<assay::bugs::Tool> tools;
    for (const std::string& name : flags.tools_to_run) {
      ASSAY_ASSIGN(tools.emplace_back(), assay::bugs::FindTool(name, flags.tools));
    }
    ASSAY_ASSIGN(const auto runs, ToolRunsOf(flags));
    ASSAY_RETURN_IF_ERROR(assay::bugs::FillBoard(tools, flags.libraries, flags.again, runs));
    board = Scoreboard::Load(flags.board);  // with what others kept meanwhile
    if (!board.ok()) return board.error();
  }
  std::vector<std::string> names;
  for (const std::string& name : flags.tools_to_run)
    names.push_back(std::filesystem::path(name).stem());
  const Scoreboard shown = board->Of(names, flags.libraries);
  if (shown.entries().empty())
    return Invalid(StrCat(flags.board, " holds no scores",
                          flags.libraries.empty() ? "" : " of these libraries",
                          "; --tool fuzz --tool judge runs tools on the bugs"));
  for (const auto& [path, text] : {std::pair{flags.csv, CsvOf(shown)}, {flags.html, HtmlOf(shown)}})
    if (!path.empty()) ASSAY_RETURN_IF_ERROR(WriteFile(path, text));
  if (flags.json) return PrintJson(JsonOf(shown));
  PrintScoreboard(shown);
  return kDone;
}

}  // namespace

std::function<int()> SetupScoreboard(App& app) {
  const auto flags = std::make_shared<ScoreboardFlags>();
  app.AddOption("-c,--tool", flags->tools_to_run,
                "run this tool where its score is not known; several are allowed (default: show "
                "what is known)")
      .SplitAt(',');
  app.AddOption("-l,--library", flags->libraries,
                "only these libraries; planted: the faults of a broken worker")
      .SplitAt(',');
  app.AddFlag("--again", flags->again, "also where the score is known");
  app.AddOption("--csv", flags->csv, "write the scores as a table for spreadsheets");
  app.AddOption("--html", flags->html, "write the scores as an HTML page");
  AddToolFlags(app, *flags);
  app.SetFooter(
      "Without --tool nothing is run: the board is shown. With it, bugs whose score is not known "
      "(or "
      "not run) are tried, and each score is kept at once: a run that is killed resumes where it "
      "was. "
      "Several processes may share a board.\n"
      "Exit codes: 0 done, 2 bad usage or an empty board.");
  return [flags] { return ExitCode(RunScoreboard(*flags)); };
}

}  // namespace assay::cli::bugs
