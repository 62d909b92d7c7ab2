#include "cli/bugs/outcome.h"

#include "base/strings.h"
#include "cli/command.h"

namespace assay::cli::bugs {

using assay::bugs::Outcome;
using nlohmann::json;

json ToJson(const assay::bugs::Bug& bug, const assay::bugs::TestRun& run) {
  return {{"library", bug.library},
          {"id", bug.id},
          {"outcome", assay::bugs::OutcomeName(run.outcome)},
          {"reason", run.reason},
          {"note", run.note},
          {"message", run.message},
          {"seconds", run.seconds},
          {"environment", run.environment},
          {"python", run.python},
          {"log", run.log}};
}

json ToJson(const assay::bugs::DoneTest& done) {
  return {{"library", done.library},
          {"id", done.id},
          {"outcome", assay::bugs::OutcomeName(done.outcome)},
          {"reason", done.reason},
          {"note", done.note},
          {"message", done.message},
          {"seconds", done.seconds},
          {"environment", done.environment},
          {"python", done.python},
          {"log", done.log_file}};
}

std::string EndLine(const assay::bugs::Bug& bug, Outcome outcome) {
  return StrCat("End bug id issue_", bug.id, ": ", assay::bugs::OutcomeSentence(outcome));
}

int ExitCode(Outcome outcome) {
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
