// A finding that a model shows, shown again.
#pragma once

#include <string>
#include <vector>

#include "store/store.h"
#include "triage/confirm.h"

namespace assay::life {

// Runs its smallest case in `runs` clean processes and with filled memory, and keeps what came out;
// `row` has its state then.
Result<triage::Confirmation> ConfirmFinding(store::Store& store, store::FindingRow& row,
                                            const std::vector<std::string>& backend_dirs, int runs);

}  // namespace assay::life
