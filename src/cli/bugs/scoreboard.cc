// assay bugs scoreboard: which tool found which bug; runs tools on bugs where it is not known yet.
#include "bugs/tools/scoreboard.h"

#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>

#include "base/files.h"
#include "base/strings.h"
#include "bugs/tools/choose.h"
#include "bugs/tools/faults.h"
#include "bugs/tools/ground_truth.h"
#include "cli/app.h"
#include "cli/bugs/tool_flags.h"
#include "cli/command.h"
#include "cli/duration.h"
#include "cli/table.h"
#include "cli/terminal.h"

namespace assay::cli::bugs {
namespace {

using assay::bugs::BoardEntry;
using assay::bugs::Bug;
using assay::bugs::Score;
using assay::bugs::Scoreboard;
using assay::bugs::Tool;

struct ScoreboardFlags : ToolFlags {
  std::vector<std::string> tools_to_run, libraries;
  std::string csv, html;
  bool again = false;
};

std::string Seconds(double seconds) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(seconds < 10 ? 1 : 0) << seconds << " s";
  return out.str();
}

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
    sums.AddRow({tool, StrCat(tally.found), StrCat(tally.missed), StrCat(tally.not_supported),
                 StrCat(tally.not_run), Seconds(tally.seconds)});
  }
  sums.Print(std::cout, StdoutIsTerminal());
}

class Runner {
 public:
  Runner(const ScoreboardFlags& flags, const Scoreboard& board) : flags_(flags), board_(board) {}

  // What is not on the board yet; kept bug by bug, so that a run that ends early loses little.
  Status Run() {
    std::vector<Tool> tools;
    for (const std::string& name : flags_.tools_to_run) {
      ASSAY_ASSIGN(Tool tool, assay::bugs::FindTool(name, flags_.tools));
      tools.push_back(std::move(tool));
    }
    ASSAY_ASSIGN(const auto database, assay::bugs::ReadDatabase(flags_.db));
    for (const std::string& library : flags_.libraries)
      if (library != assay::bugs::kFaultLibrary &&
          std::find(database.libraries.begin(), database.libraries.end(), library) ==
              database.libraries.end())
        return Invalid(StrCat("there is no library '", library, "' in ", database.root,
                              "; known: ", Join(database.libraries, ", "), ", planted"));
    for (const Tool& tool : tools) {
      for (const auto& group : assay::bugs::ByVersion(database, flags_.libraries))
        ASSAY_RETURN_IF_ERROR(RunGroup(tool, group));
      if (std::find(flags_.libraries.begin(), flags_.libraries.end(), assay::bugs::kFaultLibrary) !=
          flags_.libraries.end())
        ASSAY_RETURN_IF_ERROR(RunFaults(tool));
    }
    return {};
  }

 private:
  bool Known(const Tool& tool, const Bug& bug) const {
    const BoardEntry* entry = board_.Find(
        tool.name,
        {.library = bug.library, .id = bug.id, .version = assay::bugs::VersionOf(bug), .api = ""});
    return !flags_.again && entry != nullptr && entry->score.score != Score::kNotRun;
  }

  Status RunGroup(const Tool& tool, const std::vector<const Bug*>& group) {
    std::vector<const Bug*> bugs;
    for (const Bug* bug : group)
      if (!Known(tool, *bug)) bugs.push_back(bug);
    if (bugs.empty()) return {};
    ASSAY_ASSIGN(auto options, SessionOptionsOf(flags_, tool.name, bugs));
    Status kept;
    KeepScores(flags_, tool.name, options, kept);
    ASSAY_RETURN_IF_ERROR(assay::bugs::RunSession(tool, bugs, options));
    return kept;
  }

  Status RunFaults(const Tool& tool) {
    ASSAY_ASSIGN(const auto all, assay::bugs::ChooseFaults(""));
    ASSAY_ASSIGN(const auto bugs, assay::bugs::FaultsAsBugs(all));
    std::vector<assay::bugs::Fault> faults;
    std::vector<const Bug*> pointers;
    for (size_t i = 0; i < all.size(); ++i) {
      if (Known(tool, bugs[i])) continue;
      faults.push_back(all[i]);
      pointers.push_back(&bugs[i]);
    }
    if (faults.empty()) return {};
    ASSAY_ASSIGN(auto options, SessionOptionsOf(flags_, tool.name, pointers));
    Status kept;
    KeepScores(flags_, tool.name, options, kept);
    ASSAY_RETURN_IF_ERROR(assay::bugs::RunOnFaults(tool, faults, options));
    return kept;
  }

  const ScoreboardFlags& flags_;
  const Scoreboard& board_;
};

int RunScoreboard(const ScoreboardFlags& flags) {
  if (const auto time = ParseDuration(flags.time); !time.ok()) return Fail(time.error());
  auto board = Scoreboard::Load(flags.board);
  if (!board.ok()) return Fail(board.error());
  if (!flags.tools_to_run.empty()) {
    if (const Status fit = assay::bugs::CheckBoard(flags.board); !fit.ok())
      return Fail(fit.error());
    if (const Status ran = Runner(flags, *board).Run(); !ran.ok()) return Fail(ran.error());
    board = Scoreboard::Load(flags.board);  // with what others kept meanwhile
    if (!board.ok()) return Fail(board.error());
  }
  std::vector<std::string> names;
  for (const std::string& name : flags.tools_to_run)
    names.push_back(std::filesystem::path(name).stem());
  const Scoreboard shown = board->Of(names, flags.libraries);
  if (shown.entries().empty())
    return Fail(Invalid(StrCat(flags.board, " holds no scores",
                               flags.libraries.empty() ? "" : " of these libraries",
                               "; --tool fuzz --tool judge runs tools on the bugs")));
  for (const auto& [path, text] : {std::pair{flags.csv, CsvOf(shown)}, {flags.html, HtmlOf(shown)}})
    if (!path.empty())
      if (const Status written = WriteFile(path, text); !written.ok()) return Fail(written.error());
  if (flags.json)
    PrintJson(JsonOf(shown));
  else
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
  app.AddOption("--html", flags->html, "write a page for people");
  AddToolFlags(app, *flags);
  app.SetFooter(
      "Without --tool nothing is run: the board is shown. With it, bugs whose score is not known "
      "(or "
      "not run) are tried, and each score is kept at once: a run that is killed goes on where it "
      "was. "
      "Several processes may share a board.\n"
      "Exit codes: 0 done, 2 bad usage or an empty board.");
  return [flags] { return RunScoreboard(*flags); };
}

}  // namespace assay::cli::bugs
