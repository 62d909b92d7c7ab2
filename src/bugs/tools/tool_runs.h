// Tools set on bugs, with every score kept on the board as soon as it is known: a run that ends
// early loses little.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "bugs/database/database.h"
#include "bugs/tools/scoreboard.h"
#include "bugs/tools/session.h"

namespace assay::bugs {

// Which bugs a tool is set on, and in which order.
struct Choice {
  std::string library;
  std::string id;       // "": all of the version
  std::string version;  // "": that of the bug
};

// Bugs that are not for this machine are left out: nothing can be found of them here.

// All of one library and version, in the order of the database. The error lists versions or ids.
Result<std::vector<const Bug*>> ChooseBugs(const Database& database, const Choice& choice);

// The bugs of `libraries` (empty: all) in groups of one library and version each.
std::vector<std::vector<const Bug*>> ByVersion(const Database& database,
                                               const std::vector<std::string>& libraries);

struct ToolRuns {
  std::string database;  // "": the project's own bugs
  std::string board;     // file of the scores
  std::string folder;    // tools work below it; "": in the user's cache
  SessionOptions each;   // of every session; its folder and `keep` are filled in
  std::function<void(const Error&)> trouble;  // hears at once that a score cannot be kept
};

struct ToolOutcome {
  SessionResult result;
  Status kept;  // on the board
};

// Sets `tool` on the bugs of `choice`, or on planted faults.
Result<ToolOutcome> RunTool(const Tool& tool, const Choice& choice, const ToolRuns& runs);

// Sets tools on all bugs of `libraries` whose score is not on the board yet, or (`again`) on all.
Status FillBoard(const std::vector<Tool>& tools, const std::vector<std::string>& libraries,
                 bool again, const ToolRuns& runs);

}  // namespace assay::bugs
