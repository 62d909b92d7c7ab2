#include "cli/bugs/outcome.h"

#include "base/strings.h"
#include "cli/command.h"

namespace assay::cli::bugs {

using assay::bugs::Outcome;

std::string EndLine(const assay::bugs::Bug& bug, Outcome outcome) {
  return StrCat("End bug id issue_", bug.id, ": ", assay::bugs::OutcomeSentence(outcome));
}

int CodeOf(Outcome outcome) {
  switch (outcome) {
    case Outcome::kReproduced:
      return kDone;
    case Outcome::kFailed:
      return kFindings;
    case Outcome::kUnsatPrereqs:
      break;
  }
  return kBadInput;
}

}  // namespace assay::cli::bugs
