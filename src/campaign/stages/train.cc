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
  Examined out;
  const Graph& graph = prepared.subject.model.graph;
  training::ReferenceRuns runs(*prepared.lesson);
  for (const size_t i : shares.Choose(targets.size())) {
    bool known = false;
    training::CheckOptions check;
    check.seen_before = [&](const oracle::TargetResult& result) {
      return known = options.seen_before && options.seen_before(triage::Signature(result, graph));
    };
    const double start = NowMs();
    oracle::TargetResult result =
        training::CheckTraining(*prepared.lesson, runs, prepared.truth, targets[i], lab, check);
    const double ms = NowMs() - start;
    shares.Spent(i, ms, !oracle::IsFinding(result.status));
    if (result.abandoned) {
      out.abandoned = true;
      continue;
    }
    const bool gap = result.status == oracle::CaseStatus::kUnsupported;
    out.runs.push_back({i, result.status, ms, result.resident_mb,
                        gap ? triage::NormalizedMessage(result.message) : ""});
    if (!oracle::IsFinding(result.status)) continue;
    Hit hit;
    hit.signature = triage::Signature(result, graph);
    hit.id = triage::FindingId(hit.signature);
    hit.confirmed = !known;
    hit.result = std::move(result);
    out.hits.push_back(std::move(hit));
  }
  return out;
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
