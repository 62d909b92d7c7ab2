// Findings replayed on the versions that are installed now.
//
// One thread per framework: workers of one framework stay warm, and a slow compiler holds up
// nobody else. A finding that cannot be run is reported and stops nothing.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "store/store.h"
#include "triage/retest.h"

namespace assay::life {

struct RetestOptions {
  std::vector<std::string> backend_dirs;
  // Comma-separated; "": the installed versions from the one that showed it on. What is named must
  // be there; a name without a mode takes that of the finding.
  std::string targets;
  size_t jobs = 1;                               // frameworks tested at the same time
  std::function<void(const std::string&)> tell;  // hears what is going on
};

// One finding on one target.
struct RetestOutcome {
  std::string id;
  std::string seen_in;  // version
  std::string target;   // as asked for
  std::string version;  // of the target; "" when there is none
  std::string message;  // what was seen, or why it could not be run
  std::string seen_on;  // architectures, before this retest
  triage::Verdict verdict;
};

// Keeps what came out in the store, too. An error: a target that was named is not there, or trouble
// with the store.
Result<std::vector<RetestOutcome>> RetestFindings(store::Store& store,
                                                  const std::vector<store::FindingRow>& rows,
                                                  const RetestOptions& options);

}  // namespace assay::life
