#include "judge/bench.h"

#include <algorithm>

#include "base/strings.h"
#include "judge/prelude.h"

namespace assay::judge {
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

}  // namespace

void CountProgram(program::ProgramStatus status, ApiReport& out) {
  ++out.programs;
  ++out.statuses[std::string(ProgramStatusName(status))];
}

void CountTrial(const std::string& oracle, Verdict verdict, ApiReport& out) {
  const std::string name(VerdictName(verdict));
  ++out.trials;
  ++out.verdicts[name];
  ++out.oracles[oracle][name];
}

Result<Bench> Bench::Open(const Dialect& dialect, const std::string& environment,
                          const JudgeOptions& options) {
  const std::string name = environment.empty() ? std::string(dialect.environment) : environment;
  ASSAY_ASSIGN(ProgramLab lab, ProgramLab::Open({name, options.unsafe, false}));
  ASSAY_ASSIGN(std::string prelude, LoadPrelude(dialect));
  return Bench(dialect, name, options, std::move(lab), std::move(prelude));
}

Result<ProgramOutcome> Bench::Run(const ApiDoc& doc, const std::string& program) {
  return RunIn(lab_, doc, program, options_->timeout_s);
}

// Once more as it was, then in a process that was never forked from a warm one: nobody is accused
// of what forking did.
Result<int> Bench::Confirm(const ApiDoc& doc, const Trial& trial, const casebook::Sight& seen) {
  ASSAY_ASSIGN(const ProgramOutcome again, Run(doc, trial.program));
  if (!SameFailure(seen, casebook::SightOf(again, trial.claim_line))) return 0;
  ASSAY_ASSIGN(ProgramLab cold, ProgramLab::Open({environment_, options_->unsafe, true}));
  ASSAY_ASSIGN(const ProgramOutcome alone, RunIn(cold, doc, trial.program, options_->timeout_s));
  return SameFailure(seen, casebook::SightOf(alone, trial.claim_line)) ? 2 : 1;
}

Status Bench::Try(const ApiDoc& doc, const Trial& trial, const std::string& source,
                  ApiReport& out) {
  constexpr int kConfirmations = 2;
  ASSAY_ASSIGN(const ProgramOutcome outcome, Run(doc, trial.program));
  CountProgram(outcome.status, out);
  Judged judged = JudgeTrial(trial, outcome);
  const bool known =
      std::any_of(out.disagreements.begin(), out.disagreements.end(), [&](const auto& d) {
        return d.api == doc.name && d.verdict == judged.verdict && SameClaim(d.trial, trial);
      });
  if (Accuses(judged.verdict) && !known) {
    const casebook::Sight seen = casebook::SightOf(outcome, trial.claim_line);
    ASSAY_ASSIGN(const int confirmed, Confirm(doc, trial, seen));
    if (confirmed == kConfirmations)
      out.disagreements.push_back({trial, doc.name, doc.framework, doc.version, environment_,
                                   judged.verdict, judged.message, seen, confirmed, prelude_,
                                   source});
    else
      judged = {Verdict::kNotApplicable, "comes and goes"};
  }
  CountTrial(trial.oracle, judged.verdict, out);
  KeepProgram(doc, trial, judged, outcome.status, source, out.kept);
  return {};
}

}  // namespace assay::judge
