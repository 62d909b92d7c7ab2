#include "bugs/run/verify.h"

#include "base/strings.h"
#include "bugs/run/side.h"
#include "bugs/run/verdict.h"

namespace assay::bugs {
namespace {

using Judge = Verdict (*)(const TestReport&, const BugNotes*);

Result<TestRun> RunOneSide(const Bug& bug, const RunOptions& options, Judge judge) {
  const auto side = RunSide(bug, options);
  TestRun out;
  if (!side.ok()) {
    if (side.error().kind != ErrorKind::kUnsupported) return side.error();
    out.outcome = Outcome::kUnsatPrereqs;
    out.reason = side.error().message;
    return out;
  }
  const Verdict verdict = judge(side->report, bug.notes ? &*bug.notes : nullptr);
  out.outcome = verdict.holds ? Outcome::kReproduced : Outcome::kFailed;
  out.reason = verdict.reason;
  out.message = verdict.message;
  out.log = side->report.log;
  out.seconds = side->seconds;
  out.environment = side->environment.folder;
  out.python = side->environment.python;
  out.note = side->note;
  return out;
}

}  // namespace

Result<TestRun> RunBuggySide(const Bug& bug, RunOptions options) {
  return RunOneSide(bug, options, ShowsBug);
}

Result<TestRun> RunFixedSide(const Bug& bug, RunOptions options) {
  options.version = bug.notes->fixed_version;
  return RunOneSide(bug, options, ShowsFix);
}

Result<Verification> VerifyBug(const Bug& bug, const RunOptions& options) {
  if (!bug.notes || bug.notes->fixed_version.empty())
    return Invalid(StrCat(bug.name(), " names no fixed version; write fixed_version = \"…\" to ",
                          bug.folder, "/bug.toml"));
  Verification out;
  ASSAY_ASSIGN(out.buggy, RunBuggySide(bug, options));
  out.record = {.folder_hash = FolderHash(bug),
                .fixed_version = bug.notes->fixed_version,
                .buggy_message = out.buggy.message,
                .python = out.buggy.python};
  if (out.buggy.outcome != Outcome::kReproduced) {
    out.record.reason = "on the version with the bug: " + out.buggy.reason;
    return out;
  }
  ASSAY_ASSIGN(out.fixed, RunFixedSide(bug, options));
  out.record.fixed_message = out.fixed.message;
  out.record.holds = out.fixed.outcome == Outcome::kReproduced;
  if (!out.record.holds)
    out.record.reason = StrCat("on ", bug.notes->fixed_version, ": ", out.fixed.reason);
  return out;
}

}  // namespace assay::bugs
