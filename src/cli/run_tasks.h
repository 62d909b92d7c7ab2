// The programs of `assay run`: found, read, checked, run.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "program/lab/program_lab.h"
#include "program/lint/lint.h"

namespace assay::cli {

struct RunFlags {
  std::vector<std::string> programs;
  std::string environment, target_api, timeout = "20s";
  int repeat = 1, jobs = 1;
  uint64_t memory_mb = 4096;
  bool unsafe = false, cold = false, gpu = false, check_only = false, explain = false, json = false;
};

struct RunTask {
  std::string path;  // as it was named; "-": standard input
  std::string name;  // of its file in the sandbox
  std::string text, environment;
  std::vector<program::LintMessage> lint;
  Result<program::ProgramOutcome> outcome = Invalid("not run");
  bool unreadable = false;  // `outcome` says why; found in a folder, so the others go on
};

// The texts. A file that is named and cannot be a program is an error; in a folder it is marked.
Result<std::vector<RunTask>> ReadTasks(const std::vector<std::string>& programs);

// Chooses the environment of each and looks for mistakes.
Status PrepareTasks(std::vector<RunTask>& tasks, const std::string& environment, bool gpu);

// Fills the outcomes; the order stays.
void RunTasks(std::vector<RunTask>& tasks, const RunFlags& flags,
              const program::SandboxLimits& limits);

}  // namespace assay::cli
