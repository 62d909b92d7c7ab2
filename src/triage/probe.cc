#include "triage/probe.h"

#include "base/strings.h"
#include "onnx/official.h"
#include "triage/case_bytes.h"

namespace assay::triage {

Result<Sighted> Probe::Run(const ModelCase& model_case, const ProbeOptions& options) const {
  if (options.official) ASSAY_RETURN_IF_ERROR(onnxio::CheckWithOfficial(model_case.model));
  if (options.inferred) ASSAY_RETURN_IF_ERROR(onnxio::CheckWithOfficialInference(model_case.model));
  if (look_ != nullptr) return look_(model_case, options);
  ASSAY_ASSIGN(const oracle::Subject subject, MakeSubject(model_case));
  ASSAY_ASSIGN(const oracle::Truth truth,
               oracle::ComputeTruth(subject, {.strict_too = options.strict}));
  if (!truth.unknown.empty()) return Invalid(truth.unknown);
  Sighted out;
  if (experiment_.has_value()) {
    ASSAY_ASSIGN(out.result, experiment_->check(subject, truth, target_, *lab_, options));
  } else {
    oracle::CheckOptions check;
    check.confirm = options.confirm;
    check.rerun = options.rerun;
    check.measure_memory = false;
    check.locate = options.locate;
    check.fresh = options.fresh;
    check.seek_inaccurate = seek_inaccurate_;
    out.result = oracle::CheckTarget(subject, truth, target_, *lab_, check);
  }
  if (out.result.abandoned) return Invalid("interrupted");
  if (out.finding()) out.symptom = SymptomOf(out.result, model_case.model.graph, target_.framework);
  return out;
}

bool Probe::Shows(const ModelCase& model_case, const Symptom& wanted,
                  const ProbeOptions& options) const {
  const auto seen = Run(model_case, options);
  return seen.ok() && seen->finding() && SameFailure(wanted, seen->symptom);
}

Result<lab::Request> Probe::RequestOf(const oracle::Subject& subject) const {
  if (experiment_.has_value()) return experiment_->request(subject);
  return oracle::PlainRequest(subject);
}

}  // namespace assay::triage
