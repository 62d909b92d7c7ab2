#include "judge/api_report.h"

namespace assay::judge {

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

Status Try(Bench& bench, const knowledge::ApiDoc& doc, const Trial& trial,
           const std::string& source, ApiReport& out) {
  ASSAY_ASSIGN(trial::TrialResult result, bench.Try(doc, trial, source, out.disagreements));
  CountProgram(result.status, out);
  CountTrial(trial.oracle, result.judged.verdict, out);
  KeepProgram(doc, trial, result.judged, result.status, source, out.examples);
  if (result.disagreement) out.disagreements.push_back(std::move(*result.disagreement));
  return {};
}

}  // namespace assay::judge
