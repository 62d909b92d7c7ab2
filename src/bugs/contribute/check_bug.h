// What a contribution must be before it is accepted: one line per check.
#pragma once

#include <string>
#include <vector>

#include "bugs/database/database.h"
#include "bugs/run/run_test.h"

namespace assay::bugs {

struct Checked {
  std::string name;  // "files"
  bool good = false;
  bool tried = true;   // false: it could not be tried here; neither good nor bad
  std::string detail;  // what is wrong and what helps; or what was seen
};

// Everything that can be seen without running anything.
std::vector<Checked> CheckFiles(const Bug& bug);

// The test on the buggy version (must pass) and on the fixed one (must fail), where it is known.
std::vector<Checked> CheckRuns(const Bug& bug, const RunOptions& options);

// Nothing is wrong; what could not be tried does not count against it.
bool Accepted(const std::vector<Checked>& checks);

}  // namespace assay::bugs
