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

bool Verification::unsatisfied() const {
  return buggy.outcome == Outcome::kUnsatPrereqs ||
         (buggy.outcome == Outcome::kReproduced && fixed.outcome == Outcome::kUnsatPrereqs);
}

namespace {

// An id alone is enough when only one library has it.
Result<const Bug*> FindById(const Database& database, const std::string& id) {
  std::vector<const Bug*> found;
  for (const std::string& library : database.libraries)
    if (const auto bug = database.Find(library, id); bug.ok()) found.push_back(*bug);
  if (found.size() == 1) return found.front();
  if (found.empty())
    return Invalid(StrCat("there is no bug '", id, "' in ", database.root,
                          "; `assay bugs list-tests` lists them"));
  return Invalid(StrCat("'", id, "' is a bug of several libraries: give -l too"));
}

}  // namespace

Result<std::vector<const Bug*>> ChooseToVerify(const Database& database, const std::string& library,
                                               const std::string& id) {
  if (!id.empty()) {
    ASSAY_ASSIGN(const Bug* bug,
                 library.empty() ? FindById(database, id) : database.Find(library, id));
    return std::vector<const Bug*>{bug};
  }
  std::vector<const Bug*> out;
  for (const Bug& bug : database.bugs)
    if (bug.has_folder() && bug.notes && !bug.notes->fixed_version.empty() &&
        (library.empty() || bug.library == library))
      out.push_back(&bug);
  if (out.empty())
    return Invalid(StrCat("no bug in ", database.root, " names a fixed version (bug.toml)"));
  return out;
}

}  // namespace assay::bugs
