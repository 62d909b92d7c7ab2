// One lesson on one target: its loss, gradients, first steps and loss curve held against the truth.
//
// Findings are told apart by what is wrong, the first that applies:
//   nan-gradient   not finite where the truth is
//   none-gradient  none where the truth is certainly not zero
//   loss           far from the truth
//   gradient       far from the truth, or of another type or shape
//   step           parameters after a step do not follow from the target's own gradients
//   curve          the losses of later steps are beyond belief
//   metric         of a labelled task less is got right than belief allows
// What also shows without training (the target refuses the model, or runs it wrongly) is reported
// as the finding of inference that it is. Every finding is repeated in a clean process.
#pragma once

#include <functional>

#include "training/reference_runs.h"
#include "training/spec.h"
#include "training/training_case.h"
#include "triage/probe.h"

namespace assay::training {

struct CheckOptions {
  bool confirm = true;  // repeat a finding in a clean process
  bool fresh = false;   // the first run in a clean process, too
  // As in oracle::CheckOptions.
  std::function<bool(const oracle::TargetResult&)> seen_before;
};

// `truth`: of the subject, in inference. `runs`: of the lesson.
oracle::TargetResult CheckTraining(const TrainingCase& lesson, ReferenceRuns& runs,
                                   const oracle::Truth& truth, const lab::Target& target,
                                   lab::Lab& lab, const CheckOptions& options);

// Replay: a lesson again, from the settings that a finding keeps.
//
// Whatever works on findings asks a probe; with this experiment it trains instead of running
// models. A case that was made smaller gets the same settings as far as they fit (Refit).
triage::Experiment ReplayOf(const Spec& spec);

// The settings behind the recipe of a sighting; an error when there are none.
Result<Spec> SpecOfRecipe(const std::string& recipe);
// What is kept as recipe of a case with settings, as SpecOfRecipe reads it.
std::string WithSettings(const std::string& recipe, const std::string& settings);

}  // namespace assay::training
