#include "cli/bugs/outcome.h"

#include "cli/command.h"

namespace assay::cli::bugs {

using assay::bugs::Outcome;

std::string EndLine(const assay::bugs::Bug& bug, Outcome outcome) {
  return StrCat("End bug id issue_", bug.id, ": ", assay::bugs::OutcomeSentence(outcome));
}

int CodeOf(Outcome outcome) {
  constexpr int kCodes[] = {kDone, kFindings, kBadInput};
  return kCodes[static_cast<size_t>(outcome)];
}

}  // namespace assay::cli::bugs
