// assay bugs run-tool: sets a testing tool on the bugs of one version.
#include <filesystem>

#include "bugs/tools/tool_runs.h"
#include "cli/bugs/options.h"

namespace assay::cli::bugs {
namespace {

struct RunToolFlags : ToolFlags {
  std::string tool, script;
  assay::bugs::Choice choice;
};

Result<assay::bugs::Tool> ToolOf(const RunToolFlags& flags) {
  if (flags.script.empty()) return assay::bugs::FindTool(flags.tool, flags.tools);
  if (!std::filesystem::exists(flags.script))
    return Invalid(StrCat("-r ", flags.script,
                          ": there is no such file; bugs/templates/tool holds "
                          "a script to begin with"));
  return assay::bugs::ScriptTool(flags.tool, std::filesystem::absolute(flags.script));
}

// Whoever asks for a run must not take one that never was for a miss.
bool RanNothing(const assay::bugs::SessionResult& result) {
  bool wanted = false;
  for (const auto& score : result.scores) {
    if (score.score == assay::bugs::Score::kNotSupported) continue;
    if (score.score != assay::bugs::Score::kNotRun) return false;
    wanted = true;
  }
  return wanted;
}

Result<int> RunRunTool(const RunToolFlags& flags) {
  // Looked at first: a board that cannot be kept must not cost the run.
  ASSAY_RETURN_IF_ERROR(assay::bugs::CheckBoard(flags.board));
  ASSAY_ASSIGN(const auto tool, ToolOf(flags));
  ASSAY_ASSIGN(const auto runs, ToolRunsOf(flags));
  ASSAY_ASSIGN(const auto done, assay::bugs::RunTool(tool, flags.choice, runs));
  if (flags.json) PrintJson(assay::bugs::ToJson(done.result));
  if (!done.kept.ok()) return kBadInput;  // told when it happened
  if (!flags.json)
    std::cout << "\nKept in " << flags.board << "; `assay bugs scoreboard` shows it\n";
  return RanNothing(done.result) ? kBadInput : kDone;
}

}  // namespace

std::function<int()> SetupRunTool(App& app) {
  const auto flags = std::make_shared<RunToolFlags>();
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
  app.SetFooter(
      "Name the bugs by -v (all of one version) or -i (one). One of them is reproduced first, then "
      "the "
      "tool runs in their environment.\n"
      "found: the same API or operator fails in the same way, and no longer in the fixed version "
      "where "
      "one is known.\n"
      "not supported: the tool cannot look for it. not run: something kept the tool from looking; "
      "it is "
      "no miss.\n"
      "A manifest or script prints FINDING {\"api\": …, \"kind\": …} lines; "
      "docs/reference/formats.md has "
      "all "
      "keys.\n"
      "Exit codes: 0 done, whatever was found; 2 bad usage, or nothing could be run.");
  return [flags] { return ExitCode(RunRunTool(*flags)); };
}

}  // namespace assay::cli::bugs
