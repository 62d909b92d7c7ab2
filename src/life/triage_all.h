// All findings of a store that are still open, confirmed and reduced; groups and known bugs after
// that.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "life/pipeline.h"
#include "store/store.h"
#include "triage/group.h"
#include "triage/known.h"

namespace assay::life {

struct TriageOptions {
  PipelineOptions each;                          // should_stop and agent are filled in
  size_t jobs = 1;                               // findings worked on at the same time
  double seconds = 600;                          // nothing is begun after that
  std::function<bool()> stopped;                 // somebody has had enough
  std::function<void(const std::string&)> tell;  // hears what is going on
};

struct TriageResult {
  size_t worked_on = 0;
  size_t elsewhere = 0;  // others had them, or were done with them meanwhile
  size_t left = 0;
  std::vector<std::string> problems;
};

// Which of two is worked on first: small cases with a wrong result are soon done, and explain what
// larger ones are refused for.
bool TeachesBefore(const triage::Member& a, const triage::Member& b);

// An error: the store cannot be read or written.
Result<TriageResult> TriageAll(store::Store& store, const TriageOptions& options);

// Known bugs held against the findings of a store.

using ByBug = std::map<std::string, std::vector<std::string>>;  // findings by id of the entry

// The known bugs that the project ships: bugs/known of the checkout.
Result<std::vector<triage::KnownBug>> ShippedKnownBugs();

// Writes the fact "known" of every finding that an entry matches; the first one counts. Returns the
// findings by id of the entry.
Result<ByBug> MatchKnown(store::Store& store, const std::vector<triage::KnownBug>& bugs);

}  // namespace assay::life
