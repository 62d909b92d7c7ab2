// assay locate --all: every finding that nobody has located yet, shared with whoever does the same.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/store.h"

namespace assay::cli {

struct LocateAllOptions {
  double seconds = 600;        // no finding is begun after that
  double seconds_of_each = 0;  // at most, for one finding
  // An error: it cannot be located, and why.
  std::function<Status(const store::FindingRow&)> locate;
};

struct LocateAllResult {
  int64_t worked_on = 0;
  int64_t elsewhere = 0;  // others had them, or were done with them meanwhile
  int64_t left = 0;
  std::vector<std::string> problems;
};

// Confirmed and reduced findings are to be located; others are not certain or have been.
bool ToBeLocated(const store::FindingRow& row);

// An error: the store cannot be read or written.
Result<LocateAllResult> LocateAll(store::Store& store, const LocateAllOptions& options);

}  // namespace assay::cli
