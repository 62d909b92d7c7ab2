// Running programs that optimise models: in blocks, judged, confirmed, made smaller.
//
// A block of programs is run by several labs at once; then what failed in a way that is not known
// yet is tried again, the last time in a process that was never forked from a warm one, and its
// form is made as small as it still fails. So results do not depend on who is faster.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "casebook/finding.h"
#include "optbug/check.h"
#include "optbug/generate.h"

namespace assay::optbug {

struct RunOptions {
  int jobs = 1;
  size_t budget = 0;  // programs; 0: until `should_stop`
  size_t skip = 0;    // programs that an earlier run has done already
  bool unsafe = false;
  std::set<std::string> known;  // failures that are known already, as KeyOf gives them
  std::function<bool()> should_stop;
};

struct Tried {
  Candidate candidate;
  std::string status;  // of the six
  Measures measures;
  CheckedRun judged;
  std::string key;  // of a failure; "" otherwise
  double seconds = 0;
};

struct Found {
  Candidate candidate;  // as small as it fails
  CheckedRun judged;
  casebook::FailureSignature seen;
  int confirmed = 0;
};

struct Block {
  size_t first = 0;
  std::vector<Tried> tried;
  std::vector<Found> found;
  std::vector<std::string> keys;  // of failures that were looked at in this block
};

// Called after every block, which is never empty.
using OnBlock = std::function<Status(const Block& block)>;

Status RunPrograms(Generator& generator, const RunOptions& options, const OnBlock& on_block);

// The finding as it is kept.
casebook::ProgramFinding FindingOf(const Found& found, const std::string& version);

}  // namespace assay::optbug
