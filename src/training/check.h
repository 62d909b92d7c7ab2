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
#include "training/training_case.h"

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

}  // namespace assay::training
