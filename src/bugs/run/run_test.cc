#include "bugs/run/run_test.h"

#include "base/strings.h"
#include "bugs/run/side.h"
#include "bugs/run/verified.h"
#include "bugs/run/verify.h"

namespace assay::bugs {
namespace {

// A pass that was never held against the version without the bug is held against it now.
Status HoldAgainstFix(const Bug& bug, const RunOptions& options, TestRun& run) {
  const std::string& fixed = bug.notes->fixed_version;
  std::optional<Verified> known = FindVerified(bug);
  if (!known) {
    ASSAY_ASSIGN(const TestRun other, RunFixedSide(bug, options));
    run.seconds += other.seconds;
    if (other.outcome == Outcome::kUnsatPrereqs) {
      run.note +=
          StrCat(run.note.empty() ? "" : "; ", "not held against ", fixed, ": ", other.reason);
      return {};
    }
    run.log += StrCat("\n---- on ", fixed, " ----\n", other.log);
    known = Verified{.folder_hash = FolderHash(bug),
                     .holds = other.outcome == Outcome::kReproduced,
                     .reason = StrCat("on ", fixed, ": ", other.reason),
                     .fixed_version = fixed,
                     .buggy_message = run.message,
                     .fixed_message = other.message,
                     .python = run.python};
    if (known->holds) known->reason.clear();
    ASSAY_RETURN_IF_ERROR(KeepVerified(bug, *known, ""));
  }
  if (known->holds) return {};
  run.outcome = Outcome::kFailed;
  run.reason = StrCat("the test passes, but proves nothing: ", known->reason);
  return {};
}

}  // namespace

std::string_view OutcomeName(Outcome outcome) {
  constexpr std::string_view kNames[] = {"reproduced", "failed", "unsat prereqs"};
  return kNames[static_cast<int>(outcome)];
}

Result<TestRun> RunTest(const Bug& bug, const RunOptions& options) {
  ASSAY_ASSIGN(TestRun run, RunBuggySide(bug, options));
  const bool fix_known = bug.notes && !bug.notes->fixed_version.empty();
  // Another version than the bug's own is somebody else's question.
  if (run.outcome == Outcome::kReproduced && fix_known && options.both_sides &&
      options.version.empty())
    ASSAY_RETURN_IF_ERROR(HoldAgainstFix(bug, options, run));
  return run;
}

Result<std::string> PythonFor(const Bug& bug, const RunOptions& options) {
  std::string note;
  ASSAY_ASSIGN(const Environment environment, EnvironmentFor(bug, options, note));
  return environment.Program();
}

}  // namespace assay::bugs
