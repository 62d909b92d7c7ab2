#include "casebook/failure_signature.h"

#include "base/strings.h"
#include "triage/message.h"

namespace assay::casebook {

std::string FailureSignature::Text() const {
  if (status == "crash") return StrCat("the process ends with signal ", signal);
  if (status == "exception") return StrCat(exception, message.empty() ? "" : ": ", message);
  return status;
}

FailureSignature SignatureOf(const program::ProgramOutcome& outcome, int claim_line) {
  const program::ProgramRun& run = outcome.run;
  FailureSignature out;
  out.status = ProgramStatusName(outcome.status);
  out.signal = run.signal;
  if (outcome.status != program::ProgramStatus::kException) return out;
  out.exception = run.limit.empty() ? run.exception : "LimitExceeded";
  out.message = triage::NormalizedMessage(run.message);
  out.claimed =
      run.line >= claim_line || (claim_line > 0 && run.out.find(kReachedMark) != std::string::npos);
  return out;
}

bool SameFailure(const FailureSignature& before, const FailureSignature& now) {
  if (before.status != now.status || before.claimed != now.claimed) return false;
  if (before.status == "crash") return before.signal == now.signal;
  return before.exception == now.exception && before.message == now.message;
}

}  // namespace assay::casebook
