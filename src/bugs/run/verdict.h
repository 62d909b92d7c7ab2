// Whether a bug's test showed the bug. A pass alone is not enough: a test that expects any
// exception also passes where a module or a GPU is missing.
#pragma once

#include <string>

#include "bugs/database/bug.h"
#include "bugs/run/report.h"

namespace assay::bugs {

struct Verdict {
  bool holds = false;
  std::string reason;   // why not, in a line
  std::string message;  // what the library said or did, in a line; "" when nothing tells
};

// On a version that has the bug: the test passed, for no unrelated reason, with the message of the
// notes.
Verdict ShowsBug(const TestReport& report, const BugNotes* notes);

// On a version without it: the test itself failed (not its collection), with the message of the
// notes.
Verdict ShowsFix(const TestReport& report, const BugNotes* notes);

// An exception that a test let pass but that has nothing to do with any bug; "": none.
std::string UnrelatedException(const TestReport& report);

}  // namespace assay::bugs
