// What the actions of `assay findings` do with a finding that a program shows.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "casebook/reduce.h"
#include "lab/registry.h"
#include "store/store.h"
#include "triage/retest.h"

namespace assay::cli::findings {

// An error for a finding that a program shows: `what` is for models. `instead`: what to do.
Status NeedsModel(const store::Store& store, const store::FindingRow& row, const std::string& what,
                  const std::string& instead);

// `assay findings confirm`.
int ConfirmProgram(store::Store& store, store::FindingRow row,
                   const casebook::ProgramFinding& finding, int runs, bool json);

// The fact "repro", made or (unless `again`) run once more.
Result<nlohmann::json> ReproduceProgram(store::Store& store, const store::FindingRow& row,
                                        const casebook::ProgramFinding& finding, bool again);

// Reduces its program as it was found, and keeps what came out. Only seconds, should_stop and
// on_progress of `options` count.
Result<casebook::Reduced> ReduceByProgram(store::Store& store, store::FindingRow& row,
                                          const casebook::ProgramFinding& finding,
                                          casebook::ReduceOptions options);

// Writes program.py, and further programs beside it.
Status WritePrograms(const casebook::ProgramFinding& finding, const std::string& folder);

// The finding on `target`, another version of its framework perhaps. A flaky one is tried often.
triage::Retested RetestProgram(const casebook::ProgramFinding& finding, const lab::Target& target,
                               bool flaky);

}  // namespace assay::cli::findings
