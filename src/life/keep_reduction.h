// What a reduction leaves in the store.
#pragma once

#include <nlohmann/json.hpp>

#include "reduce/reduce.h"
#include "store/store.h"

namespace assay::life {

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
