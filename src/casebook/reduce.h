// Reducing a program: the smallest that still fails in the same way.
//
// Every pass proposes edits of the syntax tree; halves of them, quarters and so on down to single
// ones are tried together, until no pass finds anything more. What counts as the same failure is
// decided by `interesting` alone.
#pragma once

#include <functional>
#include <string>

#include "casebook/records.h"
#include "casebook/view.h"

namespace assay::casebook {

struct ReduceOptions {
  CutRules rules;
  double seconds = 60;
  size_t tries = 2000;
  std::function<bool()> should_stop;
  std::function<void(const Cut& best, size_t tries, std::string_view pass)> on_progress;
};

struct Reduced {
  Cut cut;
  size_t statements = 0, original_statements = 0;
  size_t bytes = 0, original_bytes = 0;
  size_t tries = 0;
  std::string message;    // what the smallest says, with its own numbers; "": as before
  bool complete = false;  // false: cut short by a limit
};

// Deterministic as long as no limit is reached and `interesting` is. Asked only about programs that
// can be parsed.
Reduced ReduceProgram(const Cut& start, const std::function<bool(const Cut&)>& interesting,
                      const ReduceOptions& options);

// Reduces a finding's program in the lab of its environment, holding on to its failure. An error:
// it does not show now, or its smallest form does not show in a cold process. Findings of several
// programs are reduced in their first; the others must go on behaving as they do, so they are not
// touched. `rules` of the options follow from the finding.
Result<Reduced> ReduceFinding(const ProgramFinding& finding, ReduceOptions options);

// Writes the fact "reduced", state and history.
Status KeepReduced(const Reduced& reduced, store::Store& store, store::FindingRow& row);

}  // namespace assay::casebook
