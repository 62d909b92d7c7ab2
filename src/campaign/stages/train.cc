// Training: loss, gradients, optimiser steps and loss curves (src/training).

#include "base/clock.h"
#include "base/hash.h"
#include "campaign/stage.h"
#include "training/check.h"
#include "triage/symptom.h"

namespace assay::campaign {
namespace {

Legality FitForTraining(Prepared& prepared) {
  auto lesson = training::MakeTrainingCase(prepared.subject, HashBytes(prepared.subject.bytes));
  if (!lesson.ok()) return Legality::kInvalid;
  prepared.stage_recipe = lesson->spec.Save();
  if (lesson->spec.labelled()) {
    // The data of the task took the place of the case's inputs.
    auto truth = oracle::ComputeTruth(lesson->subject, {.strict_too = false});
    if (!truth.ok() || !truth->unknown.empty()) return Legality::kInvalid;
    prepared.subject = lesson->subject;
    prepared.truth = std::move(truth).value();
  }
  prepared.lesson = std::make_shared<const training::TrainingCase>(std::move(lesson).value());
  return Legality::kLegal;
}

Examined ExamineTraining(const Prepared& prepared, const std::vector<lab::Target>& targets,
                         lab::Lab& lab, Shares& shares, const ExamineOptions& options) {
  training::ReferenceRuns runs(*prepared.lesson);
  return ExamineEach(prepared.subject.model, targets, shares, options,
                     [&](const lab::Target& target, SeenBefore seen_before) {
                       training::CheckOptions check;
                       check.seen_before = std::move(seen_before);
                       return training::CheckTraining(*prepared.lesson, runs, prepared.truth,
                                                      target, lab, check);
                     });
}

}  // namespace

StageDef TrainStageDef() {
  return {.name = "train",
          .meaning = "train it: loss, gradients, optimiser steps, loss curves",
          .examine = ExamineTraining,
          .fit = FitForTraining,
          .seeds = "tasks"};
}

}  // namespace assay::campaign
