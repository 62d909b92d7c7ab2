#include "casebook/replay.h"

#include "base/strings.h"
#include "casebook/labels.h"
#include "triage/confirm.h"
#include "triage/life.h"

namespace assay::casebook {
namespace {

using program::ProgramLab;
using program::ProgramOutcome;

// What a run says that does not show the finding.
std::string Instead(const ProgramOutcome& outcome) {
  const std::string detail = outcome.run.exception.empty()
                                 ? outcome.run.message
                                 : StrCat(outcome.run.exception, ": ", outcome.run.message);
  return StrCat(ProgramStatusName(outcome.status), detail.empty() ? "" : ": ",
                detail.substr(0, detail.find('\n')));
}

// "" when all other programs behave as they must.
Result<std::string> RunOthers(const ProgramFinding& finding, const ReplayOptions& options) {
  for (const OtherProgram& other : finding.others) {
    ASSAY_ASSIGN(ProgramLab lab,
                 ProgramLab::Open({other.environment, options.unsafe, options.cold}));
    ASSAY_ASSIGN(const ProgramOutcome outcome,
                 lab.Run({.text = other.text, .watch = false, .patient = true}));
    if (ProgramStatusName(outcome.status) != other.status)
      return StrCat("the program for ", other.environment, ": ", Instead(outcome));
  }
  return std::string();
}

}  // namespace

program::ProgramRequest RequestOf(const ProgramFinding& finding) {
  return {.text = finding.program, .target_api = finding.target_api, .patient = true};
}

Result<Replayed> Replay(const ProgramFinding& finding, const ReplayOptions& options) {
  const std::string environment =
      options.environment.empty() ? finding.environment : options.environment;
  ASSAY_ASSIGN(ProgramLab lab, ProgramLab::Open({environment, options.unsafe, options.cold}));
  Replayed out;
  for (; out.runs < options.runs; ++out.runs) {
    ASSAY_ASSIGN(const ProgramOutcome outcome, lab.Run(RequestOf(finding)));
    const FailureSignature now = SignatureOf(outcome, finding.claim_line);
    // A program that is no valid code here (a name that is gone) tells nothing about the claim.
    out.ran = out.ran || now.status == "valid" || (now.claimed && !outcome.run.invalid) ||
              now.status == "crash" || now.status == "hangs";
    std::string instead = SameFailure(finding.seen, now) ? "" : Instead(outcome);
    if (instead.empty()) {
      ASSAY_ASSIGN(instead, RunOthers(finding, options));
    }
    if (instead.empty())
      ++out.shown;
    else
      out.other = instead;
    if (options.on_run) options.on_run(out.runs + 1);
  }
  return out;
}

Status KeepReplay(const Replayed& replayed, store::Store& store, store::FindingRow& row,
                  const Machine& here) {
  const std::string tried =
      StrCat("shown in ", replayed.shown, " of ", replayed.runs, " clean processes");
  if (replayed.shown == 0) {
    ASSAY_ASSIGN(const bool elsewhere, triage::NoteNotShownHere(tried, store, row, here));
    if (elsewhere) return {};
  }
  nlohmann::json fact = {
      {"runs", replayed.runs},
      {"shown", replayed.shown},
      {"rate", replayed.runs == 0 ? 0.0 : static_cast<double>(replayed.shown) / replayed.runs}};
  if (!replayed.reliable()) fact["other"] = replayed.other;
  ASSAY_RETURN_IF_ERROR(store.SetFact(row.id, "confirmation", DumpJson(fact)));
  if (replayed.shown > 0) ASSAY_RETURN_IF_ERROR(store.AddSeenOn(row.id, here));
  if (!replayed.reliable())
    row.state = "flaky";
  else if (row.state == "flaky")
    row.state = IsBug(row) ? "confirmed" : kSuspected;
  else
    row.state = triage::LaterState(row.state, "confirmed");
  ASSAY_RETURN_IF_ERROR(store.SetState(row.id, row.state));
  return store.AddHistory({row.id, "", row.target, row.version,
                           replayed.reliable() ? "confirmed" : "flaky", tried, here.architecture});
}

}  // namespace assay::casebook
