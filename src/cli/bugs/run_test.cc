// assay bugs run-test: one bug's test, in the environment that it asks for.
#include "bugs/run/outcome_json.h"
#include "cli/bugs/options.h"

namespace assay::cli::bugs {
namespace {

struct RunTestFlags {
  DatabaseFlags database;
  RunFlags run;
  bool json = false, debug = false;
};

Result<int> RunRunTest(const RunTestFlags& flags) {
  if (flags.database.library.empty() || flags.database.id.empty())
    return Invalid("name a bug: -l LIBRARY -i ID; `assay bugs list-tests` lists them");
  ASSAY_ASSIGN(auto options, CheckRunFlags(flags.run));
  ASSAY_ASSIGN(const auto database, assay::bugs::ReadDatabase(flags.database.db));
  ASSAY_ASSIGN(const auto bug, database.Find(flags.database.library, flags.database.id));
  Progress progress;
  options.tell = [&](const std::string& what) { progress.Show("bugs: " + what); };
  ASSAY_ASSIGN(const auto run, assay::bugs::RunTest(*bug, options));
  progress.Clear();
  if (flags.json) {
    PrintJson(assay::bugs::ToJson(*bug, run));
  } else {
    std::cout << run.log;
    if (!run.log.empty() && run.log.back() != '\n') std::cout << "\n";
    std::cout << EndLine(*bug, run.outcome) << "\n";
    if (!run.reason.empty()) std::cout << run.reason << "\n";
    if (!run.note.empty()) std::cout << "note: " << run.note << "\n";
  }
  return CodeOf(run.outcome);
}

}  // namespace

std::function<int()> SetupRunTest(App& app) {
  const auto flags = std::make_shared<RunTestFlags>();
  AddBugFlags(app, flags->database);
  app.AddOption("-v,--version", flags->run.options.version,
                "of the library, in place of the one that the bug requires");
  AddRunFlags(app, flags->run);
  app.AddFlag("--debug", flags->debug, "accepted for compatibility: the log is always printed");
  app.AddFlag("--json", flags->json, "print JSON: outcome, reason, log …");
  app.SetFooter("Exit codes: 0 reproduced, 1 failed, 2 prerequisites not satisfied or bad usage.");
  return [flags] { return ExitCode(RunRunTest(*flags)); };
}

}  // namespace assay::cli::bugs
