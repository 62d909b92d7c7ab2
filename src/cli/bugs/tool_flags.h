// What `run-tool` and `scoreboard` have in common.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "bugs/database/database.h"
#include "bugs/tools/scoreboard.h"
#include "bugs/tools/session.h"

namespace assay::cli {
class App;
}

namespace assay::cli::bugs {

struct ToolFlags {
  std::string db, time = "60s", board = "scoreboard.json", folder, tools, environment;
  bool offline = false, unsafe = false, no_probe = false, json = false;
};

void AddToolFlags(App& app, ToolFlags& flags);

// Settings for one session; lines go to standard output unless JSON is asked for.
Result<assay::bugs::SessionOptions> SessionOptionsOf(
    const ToolFlags& flags, const std::string& tool,
    const std::vector<const assay::bugs::Bug*>& bugs);

// Keeps each score of `options` on the board as soon as it is known; `failed` holds why that did
// not work, and outlives the session.
void KeepScores(const ToolFlags& flags, const std::string& tool,
                assay::bugs::SessionOptions& options, Status& failed);

}  // namespace assay::cli::bugs
