#include "triage/retest.h"

#include "base/strings.h"
#include "triage/machines.h"
#include "triage/versions.h"

namespace assay::triage {
namespace {

// Kinds that the probe can show with the stored case alone. An equivalence needs the other model,
// too, and the study's measures need a second target.
bool CanBeShown(const Probe& probe, const std::string& kind) {
  return probe.measures() || probe.has_experiment() ||
         (kind != "equivalence" && oracle::FindOracle(kind) != nullptr);
}

Retested ReadRun(const Sighted& seen, const Remembered& wanted) {
  const std::string said = StrCat(oracle::CaseStatusName(seen.result.status),
                                  seen.result.message.empty() ? "" : ": ", seen.result.message);
  if (seen.result.status == oracle::CaseStatus::kUnsupported)
    return {Again::kCannotRun, StrCat("not supported there: ", seen.result.message), ""};
  const Again outcome = !seen.finding()                  ? Again::kGone
                        : SameAsRemembered(wanted, seen) ? Again::kStillThere
                                                         : Again::kDiffers;
  return {outcome, said, seen.result.version};
}

// The version in which the finding was last called fixed; "" when it never was.
std::string LastFixedIn(const std::vector<store::HistoryRow>& history) {
  std::string out;
  for (const store::HistoryRow& row : history)
    if (row.event == "fixed") out = row.version;
  return out;
}

}  // namespace

Remembered Remember(const store::FindingRow& row, const std::string& op) {
  return {row.kind, row.stage, NormalizedMessage(row.message), op};
}

bool SameAsRemembered(const Remembered& wanted, const Sighted& seen) {
  if (seen.symptom.oracle != wanted.kind) return false;
  if (seen.result.status == oracle::CaseStatus::kWrong)
    return wanted.op.empty() || seen.symptom.op.empty() || wanted.op == seen.symptom.op;
  return seen.symptom.stage == wanted.stage && seen.symptom.message == wanted.message;
}

Retested Retest(const Probe& probe, const ModelCase& model_case, const Remembered& wanted,
                const RetestOptions& options) {
  if (!CanBeShown(probe, wanted.kind))
    return {Again::kCannotRun,
            StrCat("'", wanted.kind, "' needs more than one model on one target to show itself")};
  ProbeOptions how;
  how.confirm = true;
  how.fresh = true;
  how.rerun = wanted.kind == "nondeterministic";
  Retested last;
  for (int i = 0; i < options.runs; ++i) {
    const auto seen = probe.Run(model_case, how);
    if (!seen.ok()) return {Again::kCannotRun, seen.error().message, ""};
    last = ReadRun(*seen, wanted);
    if (last.outcome != Again::kGone) return last;
  }
  return last;
}

Verdict VerdictOf(const store::FindingRow& row, const std::vector<store::HistoryRow>& history,
                  const std::string& version, Again outcome, const Machines& machines) {
  switch (outcome) {
    case Again::kCannotRun:
      return {"cannot be run", row.state};
    case Again::kDiffers:
      return {"differs", row.state};
    case Again::kStillThere: {
      const std::string fixed_in = LastFixedIn(history);
      const bool back = row.state == "fixed" && CompareVersions(version, fixed_in) >= 0;
      if (back) return {"regressed", "regressed"};
      return {"still there", row.state};
    }
    case Again::kGone:
      break;
  }
  const std::string elsewhere = NotShownOn(machines.seen_on, machines.here);
  if (!elsewhere.empty()) return {elsewhere, row.state};
  const int newer = CompareVersions(version, row.version);
  if (row.version.empty() || newer == 0) return {"not shown", row.state};
  if (newer < 0) return {"not in this version", row.state};
  return {"fixed", "fixed"};
}

}  // namespace assay::triage
