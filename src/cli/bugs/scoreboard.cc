// assay bugs scoreboard: which tool found which bug; runs tools on bugs where it is not known yet.
#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <memory>
#include <set>
#include <sstream>

#include "base/files.h"
#include "base/strings.h"
#include "bugs/tools/choose.h"
#include "bugs/tools/faults.h"
#include "cli/app.h"
#include "cli/bugs/action.h"
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

struct Flags : ToolFlags {
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

void Print(const Scoreboard& board) {
  const std::vector<std::string> tools = board.Tools();
  std::vector<std::string> header = {"library", "bug", "version", "API"};
  header.insert(header.end(), tools.begin(), tools.end());
  Table table(header);
  std::set<std::pair<std::string, std::string>> done;
  for (const BoardEntry& entry : board.entries()) {
    const auto& score = entry.score;
    if (!done.insert({score.library, score.id}).second) continue;
    std::vector<std::string> cells = {score.library, score.id, score.version,
                                      score.api.substr(0, 48)};
    std::vector<std::pair<size_t, Tone>> tones;
    for (const std::string& tool : tools) {
      const BoardEntry* at = board.Find(tool, score.library, score.id);
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
  Runner(const Flags& flags, Scoreboard& board) : flags_(flags), board_(board) {}

  // What is not on the board yet; kept group by group, so that a run that ends early loses little.
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
  bool Known(const Tool& tool, const std::string& library, const std::string& id) const {
    const BoardEntry* entry = board_.Find(tool.name, library, id);
    return !flags_.again && entry != nullptr && entry->score.score != Score::kNotRun;
  }

  Status RunGroup(const Tool& tool, const std::vector<const Bug*>& group) {
    std::vector<const Bug*> bugs;
    for (const Bug* bug : group)
      if (!Known(tool, bug->library, bug->id)) bugs.push_back(bug);
    if (bugs.empty()) return {};
    ASSAY_ASSIGN(const auto options, SessionOptionsOf(flags_, tool.name, bugs));
    ASSAY_ASSIGN(const auto result, assay::bugs::RunSession(tool, bugs, options));
    return Keep(result, options.seconds);
  }

  Status RunFaults(const Tool& tool) {
    ASSAY_ASSIGN(auto faults, assay::bugs::ChooseFaults(""));
    std::erase_if(faults, [&](const auto& fault) {
      return Known(tool, assay::bugs::kFaultLibrary, fault.name);
    });
    if (faults.empty()) return {};
    ASSAY_ASSIGN(const auto bugs, assay::bugs::FaultsAsBugs(faults));
    std::vector<const Bug*> pointers;
    for (const Bug& bug : bugs) pointers.push_back(&bug);
    ASSAY_ASSIGN(const auto options, SessionOptionsOf(flags_, tool.name, pointers));
    for (const auto& fault : faults) {
      ASSAY_ASSIGN(const auto result, assay::bugs::RunOnFaults(tool, {fault}, options));
      ASSAY_RETURN_IF_ERROR(Keep(result, options.seconds));
    }
    return {};
  }

  Status Keep(const assay::bugs::SessionResult& result, double seconds) {
    board_.Add(result, seconds, Today());
    return board_.Save(flags_.board);
  }

  const Flags& flags_;
  Scoreboard& board_;
};

int Run(const Flags& flags) {
  if (const auto time = ParseDuration(flags.time); !time.ok()) return Fail(time.error());
  auto board = Scoreboard::Load(flags.board);
  if (!board.ok()) return Fail(board.error());
  if (!flags.tools_to_run.empty())
    if (const Status ran = Runner(flags, *board).Run(); !ran.ok()) return Fail(ran.error());
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
    Print(shown);
  return kDone;
}

}  // namespace

std::function<int()> SetupScoreboard(App& app) {
  const auto flags = std::make_shared<Flags>();
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
  return [flags] { return Run(*flags); };
}

}  // namespace assay::cli::bugs
