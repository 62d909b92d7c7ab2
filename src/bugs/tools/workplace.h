// Where a tool runs: the environment of a bug, and a folder with what it should know.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "bugs/database/bug.h"
#include "bugs/environment/file_lock.h"
#include "bugs/run/run_test.h"
#include "bugs/tools/ground_truth.h"
#include "bugs/tools/tool.h"

namespace assay::bugs {

// The environment (a folder) in which the tool is to find the bug: what the bug asks for, and the
// tool's own requirements. A front-ported bug has one with its patch in it.
Result<std::string> ToolEnvironment(const Bug& bug, const Tool& tool, const RunOptions& options);

// An environment in which the bug is fixed; "" when no fixed version is known.
Result<std::string> FixedEnvironment(const Bug& bug, const Tool& tool, const RunOptions& options);

// Makes the folder and keeps other processes out of it as long as the lock lives: each run begins
// by clearing its own part.
Result<FileLock> ClaimFolder(const std::string& folder);

// Preprocess: apis_under_test.txt, error_list.txt (one line per bug) and bugs.json.
Status WriteGroundTruth(const std::vector<GroundTruth>& truths, const std::string& folder);

// Bytes that are read of what a tool prints, on each of its two streams.
inline constexpr uint64_t kMostOutput = uint64_t{32} << 20;

struct Output {
  int exit_code = 0;  // -1: ended by a signal or by the time limit
  int signal = 0;
  bool timed_out = false;
  bool cut = false;  // it printed more than was read
  std::string out, err;
  double seconds = 0;
};

// Runs `words` in `folder` to their end, with the variables of this process and `more`. Nothing of
// it is sandboxed: for assay's own commands, and for scripts that the user named. What they print
// stays in the folder: <name>stdout.txt and <name>stderr.txt.
Result<Output> RunPlainly(const std::vector<std::string>& words,
                          const std::map<std::string, std::string>& more, const std::string& folder,
                          double limit_seconds, const std::string& name = "");

// The same in the sandbox; `readable` are folders that it sees. Nothing is written.
Result<Output> RunBoxed(const std::vector<std::string>& words,
                        const std::map<std::string, std::string>& more,
                        const std::vector<std::string>& readable, double limit_seconds,
                        bool unsafe);

// The program that is running now.
std::string OwnProgram();

}  // namespace assay::bugs
