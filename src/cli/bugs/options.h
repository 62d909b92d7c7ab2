// Flags that several actions share.
#pragma once

#include <string>

#include "base/result.h"
#include "bugs/database/database.h"
#include "bugs/run/run_suite.h"
#include "bugs/run/run_test.h"
#include "bugs/tools/tool_runs.h"
#include "cli/command.h"

namespace assay::cli::bugs {

// --db, with -l and -i under all of their names.
struct DatabaseFlags {
  std::string db, library, id;
};
void AddDatabaseFlag(App& app, DatabaseFlags& flags);
void AddBugFlags(App& app, DatabaseFlags& flags);

// Bad usage unless the library exists; "" is all libraries.
Status CheckLibrary(const assay::bugs::Database& database, const std::string& library);

struct RunFlags {
  assay::bugs::RunOptions options;
  std::string timeout = "10m";
};
void AddRunFlags(App& app, RunFlags& flags);
// The options with everything checked.
Result<assay::bugs::RunOptions> CheckRunFlags(const RunFlags& flags);

// On stderr, each once: what is odd about the database, at most a few unless `all`.
void TellOddities(const assay::bugs::Database& database, bool all);

// How outcomes are told.
// "End bug id issue_101: Bug reproduction successful"
std::string EndLine(const assay::bugs::Bug& bug, assay::bugs::Outcome outcome);

// As the scripts of the database end: 0 reproduced, 1 failed, 2 prerequisites not satisfied.
int CodeOf(assay::bugs::Outcome outcome);

// What `run-tool` and `scoreboard` have in common.
struct ToolFlags {
  std::string db, time = "60s", board = "scoreboard.json", folder, tools, environment,
                  with = "venv";
  bool offline = false, unsafe = false, no_probe = false, json = false;
};

void AddToolFlags(App& app, ToolFlags& flags);

// What is run and kept; lines go to standard output unless JSON is asked for.
Result<assay::bugs::ToolRuns> ToolRunsOf(const ToolFlags& flags);

}  // namespace assay::cli::bugs
