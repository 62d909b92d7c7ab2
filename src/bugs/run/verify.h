// Both sides of a bug: its test must pass where the bug is, and fail where it is mended.
#pragma once

#include <string>

#include "base/result.h"
#include "bugs/database/bug.h"
#include "bugs/database/database.h"
#include "bugs/run/run_test.h"
#include "bugs/run/verified.h"

namespace assay::bugs {

struct Verification {
  TestRun buggy, fixed;
  Verified record;

  // A side could not be tried, which says nothing.
  bool unsatisfied() const;
};

// Runs both sides whatever is known already. An error: no fixed version is known, or nothing can be
// run here. A side whose prerequisites are not satisfied is told in the record's reason.
Result<Verification> VerifyBug(const Bug& bug, const RunOptions& options);

// The side of `version` ("": as the bug asks), judged as the one with the bug or the one without.
Result<TestRun> RunBuggySide(const Bug& bug, RunOptions options);
Result<TestRun> RunFixedSide(const Bug& bug, RunOptions options);

// The bug of that id, of whatever library when `library` is ""; without an id all that name a fixed
// version. The error says which there are.
Result<std::vector<const Bug*>> ChooseToVerify(const Database& database, const std::string& library,
                                               const std::string& id);

// Whether a bug's test showed the bug. A pass alone is not enough: a test that expects any
// exception also passes where a module or a GPU is missing.
struct Verdict {
  bool holds = false;
  std::string reason;   // why not, in a line
  std::string message;  // what the library said or did, in a line; "" when nothing tells
};

// On a version that has the bug: the test passed, for no unrelated reason, with the message of the
// notes.
Verdict ShowsBug(const TestReport& report, const BugNotes* notes);

// On a version without it: the test itself failed (not its collection), with the message of the
// notes; or it passed, with the message of the fix in place of that of the bug.
Verdict ShowsFix(const TestReport& report, const BugNotes* notes);

// An exception that a test let pass but that has nothing to do with any bug; "": none.
std::string UnrelatedException(const TestReport& report);

}  // namespace assay::bugs
