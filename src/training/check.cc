#include "training/check.h"

#include "oracle/hang.h"
#include "oracle/truth.h"
#include "training/faults.h"

namespace assay::training {
namespace {

using lab::Ending;
using lab::Observation;
using oracle::CaseStatus;
using oracle::TargetResult;

void SetUnsupported(std::string why, TargetResult& out) {
  out.status = CaseStatus::kUnsupported;
  out.oracle.clear();
  out.message = std::move(why);
}

// What one run shows by itself.
void Decide(const TrainingCase& lesson, ReferenceRuns& runs, const Observation& seen,
            TargetResult& out) {
  out.status = CaseStatus::kOk;
  out.oracle.clear();
  out.outputs.clear();
  out.faults.clear();
  out.stage = kTask;
  out.kind = seen.kind;
  out.message = seen.message;
  if (!seen.ok()) {
    const bool hang = seen.ending == Ending::kHang, refused = seen.ending == Ending::kFailed;
    if (hang) out.message = oracle::HangText(seen);
    out.status = hang ? CaseStatus::kHang : refused ? CaseStatus::kRejected : CaseStatus::kCrash;
    out.oracle = hang ? "hang" : refused ? "rejected" : "crash";
    return;
  }
  const auto trained = ReadAnswers(lesson.spec, seen.outputs);
  if (!trained.ok()) return SetUnsupported(trained.error().message, out);
  const auto fault = FindFault(lesson, *trained, runs);
  if (!fault.has_value()) return;
  out.status = CaseStatus::kWrong;
  out.oracle = fault->oracle;
  out.message = fault->message;
  out.outputs.push_back(fault->shown);
  oracle::LayerFault layer{.op = fault->cause,
                           .tensor = fault->shown.name,
                           .element = fault->shown.worst_index,
                           .got = fault->shown.got,
                           .lo = fault->shown.truth - fault->shown.bound,
                           .hi = fault->shown.truth + fault->shown.bound,
                           .gross = true};
  out.faults.push_back(std::move(layer));
}

// The repetition in a clean process.
void Confirm(const TrainingCase& lesson, ReferenceRuns& runs, const lab::Target& target,
             lab::Lab& lab, TargetResult& out) {
  lab::Request request = TaskRequest(lesson);
  request.fresh = true;
  const Observation second = lab.Run(target, request);
  if (second.ending == Ending::kNotReady || second.ending == Ending::kUnsupported) {
    out.abandoned = second.kind == lab::kAbandoned;
    return SetUnsupported("could not be repeated: " + second.message, out);
  }
  TargetResult again = out;
  Decide(lesson, runs, second, again);
  if (out.oracle == again.oracle && out.status == again.status) return;
  // A machine that is busy with something else ends a training late, too.
  if (out.status == CaseStatus::kHang || again.status == CaseStatus::kHang)
    return SetUnsupported("once it ended within its time, once it did not", out);
  out.status = CaseStatus::kNondeterministic;
  out.oracle = "nondeterministic";
  out.message = "training gives other results in a clean process: " + out.message;
}

constexpr std::string_view kBetween = " | ";

Result<oracle::TargetResult> Check(const Spec& spec, const oracle::Subject& subject,
                                   const oracle::Truth& truth, const lab::Target& target,
                                   lab::Lab& lab, const triage::ProbeOptions& options) {
  ASSAY_ASSIGN(const TrainingCase lesson, MakeTrainingCase(subject, spec));
  ReferenceRuns runs(lesson);
  CheckOptions how{.confirm = options.confirm, .fresh = options.fresh};
  // Data of a labelled task takes the place of the inputs, of which the truth is then another.
  if (!spec.labelled()) return CheckTraining(lesson, runs, truth, target, lab, how);
  ASSAY_ASSIGN(const oracle::Truth own,
               oracle::ComputeTruth(lesson.subject, {.strict_too = false}));
  if (!own.unknown.empty()) return Invalid(own.unknown);
  return CheckTraining(lesson, runs, own, target, lab, how);
}

}  // namespace

TargetResult CheckTraining(const TrainingCase& lesson, ReferenceRuns& runs,
                           const oracle::Truth& truth, const lab::Target& target, lab::Lab& lab,
                           const CheckOptions& options) {
  TargetResult out{.name = target.name, .version = target.version, .device = target.device};
  const Model& model = lesson.subject.model;
  const std::string refusal =
      target.manifest->Refusal(model.opset(""), oracle::UsedTypes(model.graph));
  if (!refusal.empty()) {
    SetUnsupported(refusal, out);
    return out;
  }
  lab::Request request = TaskRequest(lesson);
  request.fresh = options.fresh;
  const Observation seen = lab.Run(target, request);
  if (!seen.version.empty()) out.version = seen.version;
  if (!seen.device.empty()) out.device = seen.device;
  out.load_ms = seen.load_ms + seen.compile_ms;
  out.run_ms = seen.run_ms;
  if (seen.ending == Ending::kUnsupported || seen.ending == Ending::kNotReady) {
    SetUnsupported(seen.message, out);
    out.abandoned = seen.kind == lab::kAbandoned;
    return out;
  }
  Decide(lesson, runs, seen, out);
  if (!oracle::IsFinding(out.status)) return out;
  oracle::CheckOptions plain;
  plain.measure_memory = false;
  plain.rerun = false;
  plain.locate = true;
  plain.seen_before = options.seen_before;
  TargetResult inference = oracle::CheckTarget(lesson.subject, truth, target, lab, plain);
  if (inference.abandoned || inference.status != CaseStatus::kOk) return inference;
  const bool known = options.seen_before && options.seen_before(out);
  if (options.confirm && !known) Confirm(lesson, runs, target, lab, out);
  return out;
}

triage::Experiment ReplayOf(const Spec& spec) {
  triage::Experiment out;
  out.request = [spec](const oracle::Subject& subject) -> Result<lab::Request> {
    ASSAY_ASSIGN(const TrainingCase lesson, MakeTrainingCase(subject, spec));
    lab::Request request = TaskRequest(lesson);
    request.model = subject.bytes;  // the lesson's copy ends here
    return request;
  };
  out.check = [spec](const oracle::Subject& subject, const oracle::Truth& truth,
                     const lab::Target& target, lab::Lab& lab,
                     const triage::ProbeOptions& options) {
    return Check(spec, subject, truth, target, lab, options);
  };
  return out;
}

Result<Spec> SpecOfRecipe(const std::string& recipe) {
  // Paths in a recipe may hold the separator, too.
  const size_t at = recipe.find(std::string(kBetween) + "{");
  if (at == std::string::npos)
    return Invalid("the settings of the training were not kept with the case");
  return Spec::Load(recipe.substr(at + kBetween.size()));
}

std::string WithSettings(const std::string& recipe, const std::string& settings) {
  return recipe + std::string(kBetween) + settings;
}

}  // namespace assay::training
