// The smallest and plainest model that still shows a finding.
//
// Every case with fewer nodes is kept at once, so that whatever ends the program leaves the best so
// far in the store. A second run goes on from there.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/json.h"
#include "reduce/reduce.h"
#include "store/store.h"

namespace assay::life {

struct ReduceOptions {
  std::vector<std::string> backend_dirs;
  int jobs = 1;  // cases tried at the same time
  double seconds = 300;
  std::function<bool()> stopped;                 // somebody has had enough; asked by other threads
  std::function<void(const std::string&)> tell;  // hears what is going on
};

// Reduces a finding that a model shows, and keeps what came out. An error: it does not repeat, or
// cannot be made smaller.
Result<reduce::Reduced> ReduceModel(store::Store& store, const store::FindingRow& row,
                                    const ReduceOptions& options);

// What a reduction leaves in the store.
// The smaller case alone: what is left when the program ends before its time.
Status KeepCase(store::Store& store, const std::string& id, size_t original_nodes,
                const ModelCase& smaller, bool complete);

// The fact "reduction", as `assay reduce --json` prints it.
nlohmann::json ReductionJson(const reduce::Reduced& reduced);

// The case, the facts "reduction", "evidence" and "errors", the state, an event of the history.
// `errors`: of the reduced case (triage::LookAtErrors).
Status RecordReduction(store::Store& store, const store::FindingRow& row,
                       const reduce::Reduced& reduced, const nlohmann::json& errors);

}  // namespace assay::life
