// Replay: a finding's programs again and again, each time in a clean process.
#pragma once

#include <functional>
#include <string>

#include "casebook/finding.h"
#include "store/store.h"

namespace assay::casebook {

struct ReplayOptions {
  std::string environment;  // "": the finding's own
  int runs = 1;
  bool cold = true;  // the framework is imported anew for every run
  bool unsafe = false;
  std::function<void(int done)> on_run;
};

struct Replayed {
  int runs = 0, shown = 0;
  std::string other;  // of the runs that did not show it: what the last one did
  bool ran = false;   // at least one run got as far as the claim, so that silence says something

  bool reliable() const { return runs > 0 && shown == runs; }
};

// An error: no such environment, or no sandbox.
Result<Replayed> Replay(const ProgramFinding& finding, const ReplayOptions& options);

// Runs one text of the finding's environment once, as a request of the lab.
program::ProgramRequest RequestOf(const ProgramFinding& finding);

// Writes the fact "confirmation", state and history of `row`, which is brought up to date. As
// triage::KeepConfirmation, it changes nothing about what was seen on other architectures only.
Status KeepReplay(const Replayed& replayed, store::Store& store, store::FindingRow& row,
                  const Machine& here = ThisMachine());

}  // namespace assay::casebook
