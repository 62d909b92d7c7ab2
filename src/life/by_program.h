// What becomes of a finding that a program shows.
#pragma once

#include "casebook/reduce.h"
#include "lab/registry.h"
#include "store/store.h"
#include "triage/retest.h"

namespace assay::life {

// Reduces its program as it was found, and keeps what came out. Only seconds, should_stop and
// on_progress of `options` count.
Result<casebook::Reduced> ReduceByProgram(store::Store& store, store::FindingRow& row,
                                          const casebook::ProgramFinding& finding,
                                          casebook::ReduceOptions options);

// A flaky finding that shows in one run of three escapes this many runs once in a hundred times.
inline constexpr int kRunsWhenFlaky = 11;

// The finding on `target`, another version of its framework perhaps. A flaky one is tried often.
triage::Retested RetestProgram(const casebook::ProgramFinding& finding, const lab::Target& target,
                               bool flaky);

}  // namespace assay::life
