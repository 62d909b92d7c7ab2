// One bug's test, in the environment that it asks for.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "bugs/database/bug.h"

namespace assay::bugs {

enum class Outcome { kReproduced, kFailed, kUnsatPrereqs };
std::string_view OutcomeName(Outcome outcome);  // reproduced, failed, unsat prereqs

struct TestRun {
  Outcome outcome = Outcome::kFailed;
  std::string reason;  // one line; "" when reproduced
  std::string log;     // what pytest and the environment printed
  double seconds = 0;
  std::string environment;  // the folder it ran in
  std::string python;       // "3.11"
  std::string message;      // what the library said or did, in a line; "" when nothing tells
  std::string note;         // what is other than asked for, or was not checked; may be ""
};

inline constexpr std::string_view kDocker = "docker";

struct RunOptions {
  std::string
      version;  // of the library, in place of the one that requirements name; "": as they say
  bool offline = false;  // nothing is downloaded
  bool unsafe = false;
  double limit_seconds = 600;
  std::string with = "venv";  // what makes environments: venv, uv, conda; or docker
  bool allow_source = false;  // packages without a wheel are built, which runs their code
  bool exact_python = false;  // no other Python in place of the one that the bug asks for
  bool gpu = false;           // tests are given the machine's GPU
  // Where a fixed version is known the test must fail there; false: only this side is looked at.
  bool both_sides = true;
  std::function<void(const std::string&)> tell;  // hears what is going on
};

// Where bug.toml names a fixed version, a pass counts only when the test fails there; what held
// once of an unchanged folder is not run again (verified.h). An error: this machine cannot run any
// test (no sandbox, no Python).
Result<TestRun> RunTest(const Bug& bug, const RunOptions& options);

// The Python of the environment that the bug asks for, built when it is not there yet. Outcome
// unsat prereqs is an error that says why.
Result<std::string> PythonFor(const Bug& bug, const RunOptions& options);

// What running a bug's test showed, before it is judged.

// An exception that a `pytest.raises` let pass.
struct Raised {
  std::vector<std::string> expected;  // names of the classes that were allowed
  std::string kind;
  std::string message;
};

struct TestReport {
  std::string stopped;      // why it was ended from outside: "time", "memory" …; "": it was not
  std::optional<int> exit;  // of pytest; below zero: a signal; none: it never came to an end
  int passed = 0, failed = 0, skipped = 0, expected_failures = 0;
  std::string collection;  // why a file could not be collected, in a line; "": it could
  std::string failure;     // of the first test that failed, in a line
  std::vector<Raised> raised;
  std::string log;
};

// Of what run_bug_test.py prints. `exit` is missing when it is no such text.
TestReport ReadTestReport(const std::string& printed);

}  // namespace assay::bugs
