#include "life/by_program.h"

#include "base/strings.h"
#include "casebook/replay.h"
#include "program/lab/on_gpu.h"

namespace assay::life {
namespace {

using casebook::ProgramFinding;

// The program lab's name of a target's environment: torch, or torch@2.4.1 beside it; with the GPU
// where the finding had one.
std::string EnvironmentOf(const lab::Target& target, const ProgramFinding& finding) {
  std::string out = target.name.substr(0, target.name.find(':'));
  if (finding.environment.ends_with(program::kOnGpu)) out += program::kOnGpu;
  return out;
}

}  // namespace

Result<casebook::Reduced> ReduceByProgram(store::Store& store, store::FindingRow& row,
                                          const ProgramFinding& finding,
                                          casebook::ReduceOptions options) {
  auto reduced = casebook::ReduceFinding(finding, std::move(options));
  if (!reduced.ok()) return Invalid(StrCat(row.id, ": ", reduced.error().message));
  ASSAY_RETURN_IF_ERROR(casebook::KeepReduced(*reduced, store, row));
  return reduced;
}

triage::Retested RetestProgram(const ProgramFinding& finding, const lab::Target& target,
                               bool flaky) {
  const auto replayed = casebook::Replay(
      finding, {.environment = EnvironmentOf(target, finding), .runs = flaky ? kRunsWhenFlaky : 1});
  triage::Retested out;
  out.version = target.version;
  if (!replayed.ok()) {
    out.message = replayed.error().message;
    return out;
  }
  if (replayed->shown > 0)
    out.outcome = triage::Again::kStillThere;
  else if (!replayed->ran)
    out.outcome = triage::Again::kCannotRun;
  else
    out.outcome =
        replayed->other.starts_with("valid") ? triage::Again::kGone : triage::Again::kDiffers;
  out.message = replayed->shown > 0 ? finding.message : replayed->other;
  return out;
}

}  // namespace assay::life
