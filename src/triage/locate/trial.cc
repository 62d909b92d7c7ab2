#include "triage/locate/trial.h"

#include "triage/case_bytes.h"

namespace assay::triage::locate {

Answer AnswerOf(const oracle::TargetResult& result, const Graph& graph, const Symptom& wanted) {
  using oracle::CaseStatus;
  if (result.status == CaseStatus::kOk || result.status == CaseStatus::kSuspicious)
    return Answer::kRight;
  if (!oracle::IsFinding(result.status)) return Answer::kNone;
  Symptom seen = SymptomOf(result, graph, wanted.framework);
  seen.op = wanted.op;
  seen.gross = seen.output = true;
  return SameFailure(wanted, seen) ? Answer::kShows : Answer::kOther;
}

Result<Trier> Trier::Make(const ModelCase& model_case, Symptom wanted, lab::Lab& lab) {
  ASSAY_ASSIGN(oracle::Subject subject, MakeSubject(model_case));
  ASSAY_ASSIGN(oracle::Truth truth, oracle::ComputeTruth(subject, {.strict_too = false}));
  if (!truth.unknown.empty()) return Invalid(truth.unknown);
  return Trier(std::move(subject), std::move(truth), std::move(wanted), lab);
}

Result<Trial> Trier::Run(const lab::Target& target) const {
  oracle::CheckOptions check;
  check.confirm = false;
  check.rerun = false;
  check.measure_memory = false;
  const oracle::TargetResult result = oracle::CheckTarget(subject_, truth_, target, *lab_, check);
  if (result.abandoned) return Invalid("interrupted");
  return Trial{target.name, result.version, std::string(oracle::CaseStatusName(result.status)),
               result.message, AnswerOf(result, subject_.model.graph, wanted_)};
}

}  // namespace assay::triage::locate
