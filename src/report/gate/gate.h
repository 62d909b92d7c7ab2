// The maintainer gate: would this report be closed? Runs a project's rules over a dossier. It
// sends nothing, to nobody.
#pragma once

#include <vector>

#include "report/gate/check.h"

namespace assay::report::gate {

struct Decision {
  const Rule* rule = nullptr;  // of the project that was asked
  Outcome outcome;
  bool blocks() const {
    return outcome.answer == Answer::kFail || outcome.answer == Answer::kUnknown;
  }
};

// One decision per rule, in the project's order. `project` must outlive the result.
std::vector<Decision> RunGate(const Project& project, const Dossier& dossier);

bool Ready(const std::vector<Decision>& decisions);

}  // namespace assay::report::gate
