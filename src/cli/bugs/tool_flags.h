// What `run-tool` and `scoreboard` have in common.
#pragma once

#include <string>

#include "base/result.h"
#include "bugs/tools/tool_runs.h"
#include "cli/app.h"

namespace assay::cli::bugs {

struct ToolFlags {
  std::string db, time = "60s", board = "scoreboard.json", folder, tools, environment;
  bool offline = false, unsafe = false, no_probe = false, json = false;
};

void AddToolFlags(App& app, ToolFlags& flags);

// What is run and kept; lines go to standard output unless JSON is asked for.
Result<assay::bugs::ToolRuns> ToolRunsOf(const ToolFlags& flags);

}  // namespace assay::cli::bugs
