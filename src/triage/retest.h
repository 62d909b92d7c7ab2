// Retest: what a case that once showed a finding does on another version of its framework.
//
// Only the same failure counts as "still there". Another failure on the same case is told apart
// ("differs"), and what does not run at all, because the version lacks an operator, say, is never
// taken for fixed.
#pragma once

#include <string>
#include <vector>

#include "base/machine.h"
#include "store/rows.h"
#include "triage/probe.h"

namespace assay::triage {

enum class Again {
  kStillThere,
  kGone,       // ran, and all is well
  kDiffers,    // ran, and fails in another way
  kCannotRun,  // says nothing
};

struct Retested {
  Again outcome = Again::kCannotRun;
  std::string message;  // what was seen, or why it could not be run
  std::string version;  // as the worker says
};

// What is remembered of a finding's failure: its row, and the operator that was wrong by itself
// ("" when that is not known).
struct Remembered {
  std::string kind, stage, message, op;
};
Remembered Remember(const store::FindingRow& row, const std::string& op);

// Whether `seen` is the failure that is remembered. Where one of the two names no operator, that
// does not tell them apart.
bool SameAsRemembered(const Remembered& wanted, const Sighted& seen);

struct RetestOptions {
  // A failure that comes and goes is gone only when none of these runs shows it.
  int runs = 1;
};
Retested Retest(const Probe& probe, const ModelCase& model_case, const Remembered& wanted,
                const RetestOptions& options = {});

// What a retest means for the life of a finding.
struct Verdict {
  std::string event;  // for people and the history: "still there", "fixed", "regressed", …
  std::string state;  // of the finding from now on
};

// Where a finding is tested, and where it was seen.
struct Machines {
  std::vector<std::string> seen_on;  // architectures; empty: not known
  std::string here = HostMachine();
};

// `version` was tested in the finding's own mode; `history` is the finding's, oldest first.
// Fixed: gone in a version newer than the one that showed it, on a machine that showed it.
// Regressed: fixed before, and there again in that version or a newer one. Nothing else changes the
// state.
Verdict VerdictOf(const store::FindingRow& row, const std::vector<store::HistoryRow>& history,
                  const std::string& version, Again outcome, const Machines& machines);

}  // namespace assay::triage
