#include "trial/bench.h"

#include <algorithm>

#include "base/strings.h"
#include "trial/prelude.h"

namespace assay::trial {
namespace {

using knowledge::ApiDoc;
using program::ProgramLab;
using program::ProgramOutcome;

// What fails in the same way with every call is told once. Names are refused whatever else is
// passed.
bool SameClaim(const Trial& a, const Trial& b) {
  return a.oracle == b.oracle && (a.claim == b.claim || a.blame == Blame::kKeyword);
}

bool Accuses(Verdict verdict) { return IsDisagreement(verdict) && !IsNote(verdict); }

Result<ProgramOutcome> RunIn(ProgramLab& lab, const ApiDoc& doc, const std::string& program,
                             double timeout_s) {
  program::ProgramRequest request{.text = program, .target_api = doc.name};
  request.limits.wall_s = timeout_s;
  return lab.Run(request);
}

// What the title says after the claim.
std::string Instead(const Disagreement& d) {
  if (d.verdict == Verdict::kCrash) return StrCat("the process dies of signal ", d.seen.signal);
  if (d.verdict == Verdict::kHangs) return "it does not come to an end";
  if (d.seen.exception == "AssertionError") return "it is not so";
  return StrCat("it raises ", d.seen.exception);
}

}  // namespace

Result<Bench> Bench::Open(const Dialect& dialect, const std::string& environment,
                          const BenchOptions& options) {
  const std::string name = environment.empty() ? std::string(dialect.environment) : environment;
  ASSAY_ASSIGN(ProgramLab lab, ProgramLab::Open({name, options.unsafe, false}));
  ASSAY_ASSIGN(std::string prelude, LoadPrelude(dialect));
  return Bench(dialect, name, options, std::move(lab), std::move(prelude));
}

Result<ProgramOutcome> Bench::Run(const ApiDoc& doc, const std::string& program) {
  return RunIn(lab_, doc, program, options_.timeout_s);
}

// Once more as it was, then in a process that was never forked from a warm one: nobody is accused
// of what forking did.
Result<int> Bench::Confirm(const ApiDoc& doc, const Trial& trial,
                           const casebook::FailureSignature& seen) {
  ASSAY_ASSIGN(const ProgramOutcome again, Run(doc, trial.program));
  if (!SameFailure(seen, casebook::SignatureOf(again, trial.claim_line))) return 0;
  ASSAY_ASSIGN(ProgramLab cold, ProgramLab::Open({environment_, options_.unsafe, true}));
  ASSAY_ASSIGN(const ProgramOutcome alone, RunIn(cold, doc, trial.program, options_.timeout_s));
  return SameFailure(seen, casebook::SignatureOf(alone, trial.claim_line)) ? 2 : 1;
}

Result<TrialResult> Bench::Try(const ApiDoc& doc, const Trial& trial, const std::string& source,
                               std::span<const Disagreement> known) {
  constexpr int kConfirmations = 2;
  ASSAY_ASSIGN(const ProgramOutcome outcome, Run(doc, trial.program));
  TrialResult out{JudgeTrial(trial, outcome), outcome.status, {}};
  const Verdict verdict = out.judged.verdict;
  const bool told = std::ranges::any_of(known, [&](const Disagreement& d) {
    return d.api == doc.name && d.verdict == verdict && SameClaim(d.trial, trial);
  });
  if (!Accuses(verdict) || told) return out;
  const casebook::FailureSignature seen = casebook::SignatureOf(outcome, trial.claim_line);
  ASSAY_ASSIGN(const int confirmed, Confirm(doc, trial, seen));
  if (confirmed == kConfirmations)
    out.disagreement = {trial,   doc.name,           doc.framework, doc.version, environment_,
                        verdict, out.judged.message, seen,          confirmed,   prelude_,
                        source};
  else
    out.judged = {Verdict::kNotApplicable, "comes and goes"};
  return out;
}

casebook::ProgramFinding FindingOf(const Disagreement& d) {
  casebook::ProgramFinding out{
      .pipeline = "judge",
      .framework = d.framework,
      .version = d.version,
      .environment = d.environment,
      .api = d.api,
      .oracle = d.trial.oracle,
      .parameter = d.trial.parameter,
      .kind = std::string(d.verdict == Verdict::kBroken ? "disagreement" : VerdictName(d.verdict))};
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
