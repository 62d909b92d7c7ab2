#include "training/replay.h"

#include "training/check.h"

namespace assay::training {
namespace {

constexpr std::string_view kBetween = " | ";

Result<oracle::TargetResult> Check(const Spec& spec, const oracle::Subject& subject,
                                   const oracle::Truth& truth, const lab::Target& target,
                                   lab::Lab& lab, const triage::ProbeOptions& options) {
  ASSAY_ASSIGN(const TrainingCase lesson, MakeTrainingCase(subject, spec));
  ReferenceRuns runs(lesson);
  CheckOptions how;
  how.confirm = options.confirm;
  how.fresh = options.fresh;
  // Data of a labelled task takes the place of the inputs, of which the truth is then another.
  if (!spec.labelled()) return CheckTraining(lesson, runs, truth, target, lab, how);
  ASSAY_ASSIGN(const oracle::Truth own,
               oracle::ComputeTruth(lesson.subject, {.strict_too = false}));
  if (!own.unknown.empty()) return Invalid(own.unknown);
  return CheckTraining(lesson, runs, own, target, lab, how);
}

}  // namespace

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
