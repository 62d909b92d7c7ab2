// Where a finding comes from, as far as runs can tell.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "store/store.h"
#include "triage/locate/question.h"
#include "triage/locate/released.h"

namespace assay::life {

struct LocateOptions {
  std::vector<std::string> backend_dirs;
  double seconds = 300;  // for each question
  std::function<bool(const triage::locate::Question&)> wanted;
  std::function<triage::locate::VersionWish()> versions;  // asked for when versions are wanted
  std::function<void(const std::string&)> tell;           // hears what is going on
};

struct Located {
  lab::Target target;
  nlohmann::json location;  // the fact "location"
  Status stopped_by;        // why not all was asked; what was learnt until then is kept
};

// At most, for one finding, with `each` for a question.
double MostSeconds(double each);

// Locates one finding and keeps what was learnt.
Result<Located> LocateFinding(store::Store& store, const store::FindingRow& row,
                              const LocateOptions& options);

struct LocateAllResult {
  int64_t worked_on = 0;
  int64_t elsewhere = 0;  // others had them, or were done with them meanwhile
  int64_t left = 0;
  std::vector<std::string> problems;
};

// Every finding that nobody has located yet, shared with whoever does the same; none is begun after
// `seconds`. An error: the store cannot be read or written.
Result<LocateAllResult> LocateAll(store::Store& store, const LocateOptions& options,
                                  double seconds);

}  // namespace assay::life
