// What became of a tool that was set on bugs.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "bugs/tools/tool_finding.h"

namespace assay::bugs {

enum class Score {
  kFound,
  kMissed,
  kNotSupported,  // the tool cannot look for it
  kNotRun,        // its environment cannot be had here, or the tool failed
};
std::string_view ScoreName(Score score);  // found, missed, not supported, not run
Result<Score> ScoreByName(const std::string& name);

struct BugScore {
  std::string library, id, version;
  std::string api;  // for people
  Score score = Score::kNotRun;
  std::string reason;   // one line; "" when found
  std::string finding;  // id of what matched
  double seconds = 0;   // spent on it; of a found one until it was found, where that is told
};

struct SessionResult {
  std::string tool, library, version, environment;
  std::string probed;                 // the bug that was reproduced to check the setup
  std::vector<std::string> log;       // lines as people know them
  std::vector<ToolFinding> findings;  // all of them
  std::vector<BugScore> scores;       // in the order of the bugs
  double seconds = 0;
};

nlohmann::json ToJson(const BugScore& score);
nlohmann::json ToJson(const SessionResult& result);

// The lines that people know from running tools on bugs:
// "-> jax.numpy.diff: issue_19362 was reproduced (f570b5a9d6f60)"
std::string LineOf(const BugScore& score);

// "Reproduced 1 out of 3 bugs (1 missed, 1 not supported by the tool, 0 not run)"
std::string SumOf(const std::vector<BugScore>& scores);

}  // namespace assay::bugs
