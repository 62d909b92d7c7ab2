#include "base/strings.h"
#include "optbug/run.h"

namespace assay::optbug {
namespace {

std::string What(const Found& found) {
  switch (found.judged.verdict) {
    case CheckVerdict::kCrash:
      return "the process dies";
    case CheckVerdict::kHangs:
      return "it does not come to an end";
    case CheckVerdict::kWrongValue:
      return "the optimised model gives other values";
    case CheckVerdict::kChangedForm:
      return "the optimised model gives another form";
    case CheckVerdict::kOriginalChanged:
      return "the original model is changed";
    default:
      return StrCat("it raises ", found.seen.exception);
  }
}

// "exception", "wrong": the kinds of the casebook.
std::string KindOf(CheckVerdict verdict) {
  if (verdict == CheckVerdict::kCrash) return "crash";
  if (verdict == CheckVerdict::kHangs) return "hangs";
  return verdict == CheckVerdict::kException ? "exception" : "wrong";
}

}  // namespace

casebook::ProgramFinding FindingOf(const Found& found, const std::string& version) {
  const Candidate& candidate = found.candidate;
  casebook::ProgramFinding out;
  out.pipeline = "optbug";
  out.framework = candidate.framework;
  out.version = version;
  out.environment = candidate.environment;
  out.api = candidate.api;
  out.oracle = candidate.optimiser;
  // Errors are told apart by their words, wrong results by what the model is made of.
  out.parameter = found.judged.verdict == CheckVerdict::kException ? "" : candidate.description;
  out.kind = KindOf(found.judged.verdict);
  out.title = StrCat(candidate.api, " (", candidate.optimiser, ") of a model of ",
                     candidate.description, ": ", What(found));
  out.sentence = candidate.sentence;
  out.message = found.judged.message;
  out.program = candidate.text;
  out.claim_line = candidate.claim_line;
  out.helpers = candidate.helpers;
  out.seen = found.seen;
  out.facts = {{"optimiser", candidate.optimiser}, {"rule", candidate.rule},
               {"optbug_kind", candidate.kind},    {"verdict", VerdictName(found.judged.verdict)},
               {"origin", candidate.origin},       {"model", candidate.description},
               {"confirmed", found.confirmed}};
  return out;
}

}  // namespace assay::optbug
