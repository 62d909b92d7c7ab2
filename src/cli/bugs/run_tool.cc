// assay bugs run-tool: sets a testing tool on the bugs of one version.
#include <filesystem>
#include <iostream>
#include <memory>

#include "base/strings.h"
#include "bugs/tools/choose.h"
#include "bugs/tools/faults.h"
#include "cli/app.h"
#include "cli/bugs/action.h"
#include "cli/bugs/tool_flags.h"
#include "cli/command.h"
#include "cli/duration.h"
#include "cli/terminal.h"

namespace assay::cli::bugs {
namespace {

struct Flags : ToolFlags {
  std::string tool, script;
  assay::bugs::Choice choice;
};

Result<assay::bugs::Tool> ToolOf(const Flags& flags) {
  if (flags.script.empty()) return assay::bugs::FindTool(flags.tool, flags.tools);
  if (!std::filesystem::exists(flags.script))
    return Invalid(StrCat("-r ", flags.script,
                          ": there is no such file; bugs/templates/tool holds "
                          "a script to begin with"));
  return assay::bugs::ScriptTool(flags.tool, std::filesystem::absolute(flags.script));
}

Result<assay::bugs::SessionResult> Session(const Flags& flags) {
  ASSAY_ASSIGN(const assay::bugs::Tool tool, ToolOf(flags));
  if (flags.choice.library == assay::bugs::kFaultLibrary && flags.db.empty()) {
    ASSAY_ASSIGN(const auto faults, assay::bugs::ChooseFaults(flags.choice.id));
    ASSAY_ASSIGN(const auto bugs, assay::bugs::FaultsAsBugs(faults));
    std::vector<const assay::bugs::Bug*> pointers;
    for (const auto& bug : bugs) pointers.push_back(&bug);
    ASSAY_ASSIGN(const auto options, SessionOptionsOf(flags, flags.tool, pointers));
    return assay::bugs::RunOnFaults(tool, faults, options);
  }
  ASSAY_ASSIGN(const auto database, assay::bugs::ReadDatabase(flags.db));
  ASSAY_ASSIGN(const auto bugs, assay::bugs::ChooseBugs(database, flags.choice));
  ASSAY_ASSIGN(auto options, SessionOptionsOf(flags, flags.tool, bugs));
  return assay::bugs::RunSession(tool, bugs, options);
}

int Run(const Flags& flags) {
  // Read first: a file that is none must not cost the run.
  auto board = assay::bugs::Scoreboard::Load(flags.board);
  if (!board.ok()) return Fail(board.error());
  const auto result = Session(flags);
  if (!result.ok()) return Fail(result.error());
  board->Add(*result, ParseDuration(flags.time).value(), Today());
  if (const Status saved = board->Save(flags.board); !saved.ok()) return Fail(saved.error());
  if (flags.json)
    PrintJson(assay::bugs::ToJson(*result));
  else
    std::cout << "\nKept in " << flags.board << "; `assay bugs scoreboard` shows it\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupRunTool(App& app) {
  const auto flags = std::make_shared<Flags>();
  app.AddOption("-c,--container,--tool", flags->tool,
                "the tool: fuzz, judge, optbug, mirror, …, or a manifest TOOL.toml")
      .Required();
  app.AddOption("-l,--library-name,--library", flags->choice.library,
                "a library of the database; planted: the faults of a broken worker")
      .Required();
  app.AddOption("-i,--bug-id", flags->choice.id, "this bug alone");
  app.AddOption("-v,--use-library-version", flags->choice.version, "all bugs of this version");
  app.AddOption("-r,--run-script", flags->script,
                "your own script in place of the tool's command (bugs/templates/tool)");
  AddToolFlags(app, *flags);
  return [flags] { return Run(*flags); };
}

}  // namespace assay::cli::bugs
