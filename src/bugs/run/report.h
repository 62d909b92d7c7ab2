// What running a bug's test showed, before it is judged.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace assay::bugs {

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
