// Confirming: the case of a finding again and again, each time in a clean process.
//
// What always shows is confirmed, what sometimes or never shows is flaky and kept with its rate. A
// finding whose memory is filled by the allocator and which then shows reliably is confirmed, too:
// a read of memory that was never written, not a matter of chance.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/machine.h"
#include "store/store.h"
#include "triage/poison.h"
#include "triage/probe.h"

namespace assay::triage {

// What to look for, as far as a finding's row tells it.
struct Wanted {
  std::string oracle, stage, message;  // as FindingRow::kind, stage and message
};

struct Confirmation {
  int runs = 0, shown = 0;
  std::string other;                   // of the runs that did not show it: what the last one said
  std::optional<PoisonReport> poison;  // nothing when time or memory is what is measured
  bool poisoned_shows = false;         // with either fill it is there
  Sighted sighted;                     // the first run that showed it
  nlohmann::json errors;               // the fact "errors"; empty when there is nothing to draw

  bool reliable() const { return (runs > 0 && shown == runs) || poisoned_shows; }
};

// Whether a run shows what a finding's row describes.
bool Shows(const Wanted& wanted, const Sighted& seen);

// One run in a clean process, as Confirm makes several.
Result<Sighted> RunClean(const Probe& probe, const ModelCase& model_case, const Wanted& wanted);

// An error: the case is illegal here, or the lab was closed. `first`: a clean run that was made
// already and counts.
Result<Confirmation> Confirm(const Probe& probe, const ModelCase& model_case, const Wanted& wanted,
                             int runs, std::optional<Sighted> first = std::nullopt);

// The fact "confirmation".
nlohmann::json ConfirmationJson(const Confirmation& confirmation);

// Writes facts, state and history of `row`; its state is brought up to date. What was seen on other
// architectures than `here` only, and does not show here at all, stays as it is: the history says
// that it was tried.
Status KeepConfirmation(const Confirmation& confirmation, store::Store& store,
                        store::FindingRow& row, const Machine& here = ThisMachine());

// What KeepConfirmation does with such a one; false: it is none.
Result<bool> NoteNotShownHere(const std::string& tried, store::Store& store,
                              const store::FindingRow& row, const Machine& here);

}  // namespace assay::triage
