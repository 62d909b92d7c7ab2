#include "trial/disagreement.h"

#include "base/strings.h"

namespace assay::trial {
namespace {

// What the title says after the claim.
std::string Instead(const Disagreement& d) {
  if (d.verdict == Verdict::kCrash) return StrCat("the process dies of signal ", d.seen.signal);
  if (d.verdict == Verdict::kHangs) return "it does not come to an end";
  if (d.seen.exception == "AssertionError") return "it is not so";
  return StrCat("it raises ", d.seen.exception);
}

}  // namespace

casebook::ProgramFinding FindingOf(const Disagreement& d) {
  casebook::ProgramFinding out;
  out.pipeline = "judge";
  out.framework = d.framework;
  out.version = d.version;
  out.environment = d.environment;
  out.api = d.api;
  out.oracle = d.trial.oracle;
  out.parameter = d.trial.parameter;
  out.kind = d.verdict == Verdict::kBroken ? "disagreement" : VerdictName(d.verdict);
  out.title = StrCat(d.api, ": ", d.trial.claim, "; but ", Instead(d));
  out.sentence = d.trial.sentence;
  out.message = d.message;
  out.program = d.trial.program;
  out.claim_line = d.trial.claim_line;
  out.target_api = d.api;
  out.helpers = d.helpers;
  out.seen = d.seen;
  out.facts = {{"claim", d.trial.claim}, {"confirmed", d.confirmed}, {"source", d.source}};
  return out;
}

}  // namespace assay::trial
