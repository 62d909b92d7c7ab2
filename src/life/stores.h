// Several stores as one memory: what differs between two of them, and all of them in one.
#pragma once

#include <string>
#include <vector>

#include "store/store.h"

namespace assay::life {

// One line per bug, each by its most realistic finding. A bug is known by the ids of its findings,
// which are equal in all stores, and by its group.
struct StoreDiff {
  std::vector<store::FindingRow> only_new, gone, same;
};

Result<StoreDiff> CompareStores(const store::Store& before, const store::Store& after);

struct Merged {
  int64_t findings = 0;  // in the end
  int64_t shared = 0;    // of them, those that were there before the last store was added
};

// Adds all findings of `from`, named `name`, with their cases, machines and what was learnt of
// them. Of a finding that both have, counts add up; what is known of it stays as it is, unless
// `from` knows more.
Result<Merged> AddStore(const store::Store& from, const std::string& name, store::Store& to);

}  // namespace assay::life
