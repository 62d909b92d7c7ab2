// assay run: runs Python programs in a sandbox and says how they behave.
#include "cli/command.h"
#include "cli/duration.h"
#include "cli/run_report.h"
#include "cli/run_tasks.h"

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

Result<int> RunRun(const RunFlags& flags) {
  const Result<program::SandboxLimits> limits = CheckFlags(flags);
  if (!limits.ok()) return limits.error();
  Result<std::vector<RunTask>> tasks = ReadTasks(flags.programs);
  if (!tasks.ok()) return tasks.error();
  if (flags.explain) return ExplainPrograms(*tasks, flags.json);
  ASSAY_RETURN_IF_ERROR(PrepareTasks(*tasks, flags.environment, flags.gpu));
  if (flags.check_only) return ReportChecks(*tasks, flags.json);
  RunTasks(*tasks, flags, *limits);
  // A single program that could not be run is a failure of the command, not a status.
  if (tasks->size() == 1 && !tasks->front().outcome.ok()) return tasks->front().outcome.error();
  return ReportRuns(*tasks, flags.json);
}

}  // namespace

std::function<int()> SetupRun(App& app) {
  const auto flags = std::make_shared<RunFlags>();
  app.AddOption("programs", flags->programs,
                "Python files, folders of them, or - for standard input");
  app.AddOption("--env", flags->environment,
                "environment to run in: torch, tensorflow, jax … (default: by its imports)");
  app.AddOption("--target-api", flags->target_api,
                "full name of the API under test; never called means notarget");
  app.AddOption("--repeat", flags->repeat, "runs; when they do not agree it is flaky (default 1)");
  app.AddOption("--timeout", flags->timeout, "wall time of one run (default 20s)");
  app.AddOption("--memory", flags->memory_mb, "megabytes of memory (default 4096)");
  app.AddOption("--jobs", flags->jobs, "programs at the same time (default 1)");
  app.AddFlag("--gpu", flags->gpu, "give programs the machine's GPU; the same as --env NAME:cuda");
  app.AddFlag("--cold", flags->cold, "import the framework again for every run");
  app.AddFlag("--check", flags->check_only, "check for errors only; run nothing");
  app.AddFlag("--explain", flags->explain,
              "print what the program contains (imports, calls, model, inputs); run nothing");
  app.AddFlag("--unsafe", flags->unsafe, "run without a sandbox, for programs that you trust");
  app.AddFlag("--json", flags->json, "print JSON");
  return [flags] { return ExitCode(RunRun(*flags)); };
}

}  // namespace assay::cli
