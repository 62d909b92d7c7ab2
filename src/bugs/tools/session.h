// One tool, set on the bugs of one version of a library.
//
// As in the paper: one bug of the version is reproduced to see that the environment is right;
// error types and buggy APIs are written down (preprocess); the tool runs in the bug's environment;
// what it found is held against the ground truth (postprocess). What the tool cannot look for at
// all is kept apart from what it missed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "bugs/database/bug.h"
#include "bugs/run/run_test.h"
#include "bugs/tools/score.h"
#include "bugs/tools/tool.h"

namespace assay::bugs {

struct SessionOptions {
  double seconds = 60;      // per bug
  std::string folder;       // where everything is written; made when it is not there
  std::string environment;  // use this one, whatever the bug asks for; nothing is reproduced then
  bool check_setup = true;  // reproduce one bug before
  RunOptions run;
  std::function<void(const std::string&)> say;  // a line for people
  std::function<void(const BugScore&)> keep;    // hears each score as soon as it is known
};

// `bugs` are all of one library and version. An error: nothing could be run at all.
Result<SessionResult> RunSession(const Tool& tool, const std::vector<const Bug*>& bugs,
                                 const SessionOptions& options);

}  // namespace assay::bugs
