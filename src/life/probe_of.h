// What runs a finding again, and which findings cannot be run in which way.
#pragma once

#include <string>
#include <vector>

#include "lab/registry.h"
#include "store/store.h"
#include "triage/confirm.h"
#include "triage/probe.h"

namespace assay::life {

// What shows a finding on `target`: a run of its case; of one from the training stage a training
// with the settings that were kept; of one about time or memory a measurement. `recipe`: of the
// sighting that the case comes from; "" for the case of SmallestCase.
Result<triage::Probe> ProbeOf(const store::Store& store, const store::FindingRow& row,
                              lab::Target target, lab::Lab& lab, const std::string& recipe = "");

// Notes which settings a reduced case goes with. Nothing to do for findings of other stages.
Status KeepSettings(store::Store& store, const store::FindingRow& row,
                    const std::string& recipe = "");

// An error for a finding that a program shows: `what` is for models. `instead`: what to do.
Status NeedsModel(const store::Store& store, const store::FindingRow& row, const std::string& what,
                  const std::string& instead);

// An error, which says what can be done instead, for a finding of the training stage: `what` runs
// models as they are.
Status NeedsPlainRun(const store::FindingRow& row, const std::string& what);

// A finding that a model shows, shown again.
// Runs its smallest case in `runs` clean processes and with filled memory, and keeps what came out;
// `row` has its state then.
Result<triage::Confirmation> ConfirmFinding(store::Store& store, store::FindingRow& row,
                                            const std::vector<std::string>& backend_dirs, int runs);

}  // namespace assay::life
