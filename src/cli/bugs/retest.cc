// assay bugs retest: our own bugs on what is installed.
#include "bugs/run/retest.h"

#include "base/interrupted.h"
#include "cli/bugs/options.h"
#include "cli/duration.h"
#include "cli/table.h"

namespace assay::cli::bugs {
namespace {

using assay::bugs::BugState;
using assay::bugs::Retested;

struct RetestFlags {
  DatabaseFlags database;
  size_t sample = 0, jobs = 2;
  uint64_t seed = 1;
  std::string timeout = "60s";
  bool unsafe = false, json = false;
};

constexpr Tone kTones[] = {Tone::kPlain, Tone::kGood, Tone::kBad, Tone::kDim};

size_t CountOf(const std::vector<Retested>& results, BugState state) {
  return static_cast<size_t>(std::ranges::count(results, state, &Retested::state));
}

void PrintResults(const std::vector<Retested>& results, double seconds) {
  Table table({"bug", "state", "version", "s", "what"});
  for (const Retested& one : results) {
    const bool run = one.state != BugState::kNotRun;
    table.AddRow({one.Id(), run ? std::string(BugStateName(one.state)) : "not run", one.version,
                  run ? Fixed(one.seconds) : "",
                  one.reason.empty() && one.bug->row ? one.bug->row->title : one.reason},
                 {{1, kTones[static_cast<size_t>(one.state)]}});
  }
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << results.size() << " bugs in " << Fixed(seconds, 0)
            << " s: " << CountOf(results, BugState::kThere) << " there, "
            << CountOf(results, BugState::kGone) << " gone, "
            << CountOf(results, BugState::kChanged) << " changed, "
            << CountOf(results, BugState::kNotRun) << " not run\n";
}

Result<int> RunRetest(const RetestFlags& flags) {
  assay::bugs::RetestOptions options;
  ASSAY_ASSIGN(options.limit_seconds, ParseDuration(flags.timeout, "--timeout"));
  if (options.limit_seconds <= 0) return Invalid("--timeout: more than nothing");
  if (flags.jobs == 0) return Invalid("--jobs: at least 1");
  options.jobs = flags.jobs;
  options.unsafe = flags.unsafe;
  ASSAY_ASSIGN(const auto database, assay::bugs::ReadDatabase(flags.database.db));
  ASSAY_RETURN_IF_ERROR(CheckLibrary(database, flags.database.library));
  ASSAY_ASSIGN(const auto chosen,
               assay::bugs::ChooseToRun(database, flags.database.library, flags.database.id));
  const auto bugs = assay::bugs::SampleOf(chosen, flags.sample, flags.seed);
  TellOddities(database, true);
  Progress progress;
  options.should_stop = Interrupted;
  options.ended = [&](size_t done, const Retested& one) {
    progress.Show(StrCat("bugs: ", done, " of ", bugs.size(), ", ", one.Id()));
  };
  const auto start = std::chrono::steady_clock::now();
  ASSAY_ASSIGN(const auto results, assay::bugs::Retest(database, bugs, options));
  progress.Clear();
  if (flags.json)
    PrintJson(ToJson(results));
  else
    PrintResults(results,
                 std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  const size_t other = CountOf(results, BugState::kGone) + CountOf(results, BugState::kChanged);
  return other > 0 ? kFindings : kDone;
}

}  // namespace

std::function<int()> SetupRetest(App& app) {
  const auto flags = std::make_shared<RetestFlags>();
  AddBugFlags(app, flags->database);
  app.AddOption("--sample", flags->sample, "so many of them, chosen at random (default: all)");
  app.AddOption("--seed", flags->seed, "of the sample").ShowDefault();
  app.AddOption("--jobs,-j", flags->jobs, "tests at a time").ShowDefault();
  app.AddOption("--timeout", flags->timeout, "wall time of one test").ShowDefault();
  app.AddFlag("--unsafe", flags->unsafe, "run tests without a sandbox where none works");
  app.AddFlag("--json", flags->json, "print JSON");
  app.SetFooter(
      "Runs on the versions that are installed (`assay targets`) and ought to have the bug; "
      "nothing "
      "is installed.\nExit codes: 0 all that ran are there, 1 some are gone or changed, 2 bad "
      "usage.");
  return [flags] { return ExitCode(RunRetest(*flags)); };
}

}  // namespace assay::cli::bugs
