// assay run: runs Python programs in a sandbox and says how they behave.
#include <CLI/CLI.hpp>
#include <memory>

#include "base/strings.h"
#include "cli/command.h"
#include "cli/duration.h"
#include "cli/run_report.h"
#include "cli/run_tasks.h"
#include "cli/terminal.h"

namespace assay::cli {
namespace {

// Beyond these a number is a mistake, and some would no longer fit where they are used.
constexpr double kLongestSeconds = 7 * 86400;
constexpr uint64_t kLeastMemory = 64, kMostMemory = 1 << 24;  // megabytes

Result<program::SandboxLimits> CheckFlags(const RunFlags& flags) {
  if (flags.programs.empty())
    return Invalid("name a program, such as: assay run PROGRAM.py --env torch");
  if (flags.repeat < 1) return Invalid("--repeat: at least one run");
  if (flags.jobs < 1) return Invalid("--jobs: at least one");
  if (flags.memory_mb < kLeastMemory || flags.memory_mb > kMostMemory)
    return Invalid(StrCat("--memory: ", kLeastMemory, " to ", kMostMemory, " (megabytes)"));
  ASSAY_ASSIGN(const double wall_s, ParseDuration(flags.timeout, "--timeout"));
  if (wall_s > kLongestSeconds) return Invalid("--timeout: at most 7d");
  return program::SandboxLimits{.wall_s = wall_s, .memory_mb = flags.memory_mb};
}

int Run(const RunFlags& flags) {
  const Result<program::SandboxLimits> limits = CheckFlags(flags);
  if (!limits.ok()) return Fail(limits.error());
  Result<std::vector<RunTask>> tasks = ReadTasks(flags.programs);
  if (!tasks.ok()) return Fail(tasks.error());
  if (flags.explain) return ExplainPrograms(*tasks, flags.json);
  if (const Status ready = PrepareTasks(*tasks, flags.environment); !ready.ok())
    return Fail(ready.error());
  if (flags.check_only) return ReportChecks(*tasks, flags.json);
  RunTasks(*tasks, flags, *limits);
  // A single program that could not be run is a failure of the command, not a status.
  if (tasks->size() == 1 && !tasks->front().outcome.ok())
    return Fail(tasks->front().outcome.error());
  return ReportRuns(*tasks, flags.json);
}

}  // namespace

std::function<int()> SetupRun(CLI::App& app) {
  const auto flags = std::make_shared<RunFlags>();
  app.add_option("programs", flags->programs,
                 "Python files, folders of them, or - for standard input");
  app.add_option("--env", flags->environment,
                 "environment to run in: torch, tensorflow, jax … (default: by its imports)");
  app.add_option("--target-api", flags->target_api,
                 "full name of the API under test; never called means notarget");
  app.add_option("--repeat", flags->repeat, "runs; when they do not agree it is flaky (default 1)");
  app.add_option("--timeout", flags->timeout, "wall time of one run (default 20s)");
  app.add_option("--memory", flags->memory_mb, "megabytes of memory (default 4096)");
  app.add_option("--jobs", flags->jobs, "programs at the same time (default 1)");
  app.add_flag("--cold", flags->cold, "import the framework anew for every run");
  app.add_flag("--check", flags->check_only, "look for mistakes only; run nothing");
  app.add_flag("--explain", flags->explain,
               "say what the text holds (imports, calls, model, inputs); run nothing");
  app.add_flag("--unsafe", flags->unsafe, "run without a sandbox, for programs that you trust");
  app.add_flag("--json", flags->json, "print JSON");
  return [flags] { return Run(*flags); };
}

}  // namespace assay::cli
