// assay bugs run-test: one bug's test, in the environment that it asks for.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/bugs/options.h"
#include "cli/bugs/outcome.h"
#include "cli/command.h"
#include "cli/terminal.h"

namespace assay::cli::bugs {
namespace {

struct RunTestFlags {
  DatabaseFlags database;
  RunFlags run;
  bool json = false, debug = false;
};

int RunRunTest(const RunTestFlags& flags) {
  if (flags.database.library.empty() || flags.database.id.empty())
    return Fail(Invalid("name a bug: -l LIBRARY -i ID; `assay bugs list-tests` lists them"));
  auto options = CheckRunFlags(flags.run);
  if (!options.ok()) return Fail(options.error());
  const auto database = assay::bugs::ReadDatabase(flags.database.db);
  if (!database.ok()) return Fail(database.error());
  const auto bug = database->Find(flags.database.library, flags.database.id);
  if (!bug.ok()) return Fail(bug.error());
  Progress progress;
  options->tell = [&](const std::string& what) { progress.Show("bugs: " + what); };
  const auto run = assay::bugs::RunTest(**bug, *options);
  progress.Clear();
  if (!run.ok()) return Fail(run.error());
  if (flags.json) {
    PrintJson(ToJson(**bug, *run));
  } else {
    std::cout << run->log;
    if (!run->log.empty() && run->log.back() != '\n') std::cout << "\n";
    std::cout << EndLine(**bug, run->outcome) << "\n";
    if (!run->reason.empty()) std::cout << run->reason << "\n";
    if (!run->note.empty()) std::cout << "note: " << run->note << "\n";
  }
  return ExitCode(run->outcome);
}

}  // namespace

std::function<int()> SetupRunTest(App& app) {
  const auto flags = std::make_shared<RunTestFlags>();
  AddBugFlags(app, flags->database);
  app.AddOption("-v,--version", flags->run.options.version,
                "of the library, in place of the one that the bug asks for");
  AddRunFlags(app, flags->run);
  app.AddFlag("--debug", flags->debug, "accepted for compatibility: the log is printed anyhow");
  app.AddFlag("--json", flags->json, "print JSON: outcome, reason, log …");
  app.SetFooter("Exit codes: 0 reproduced, 1 failed, 2 prerequisites not satisfied or bad usage.");
  return [flags] { return RunRunTest(*flags); };
}

}  // namespace assay::cli::bugs
