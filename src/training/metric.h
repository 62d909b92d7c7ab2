// The metric of a labelled task: how much of the data that was held out a trained model gets right.
//
// A target's trained model is compared with trained references example by example (McNemar's exact
// test): were both equally good, an example that only one of them gets right would be either's with
// even chances. The target is blamed when that is beyond belief against every one of the
// references, so that one unlucky reference accuses nobody; nothing is said where the references
// themselves differ as no coin would.
#pragma once

#include <vector>

#include "training/training_case.h"
#include "training/trainings.h"

namespace assay::training {

using Marks = std::vector<bool>;  // per example: is it right?

// `scores`: [batch, classes]; NaN is never right.
Marks MarksOf(const Tensor& scores, const std::vector<int64_t>& classes);

// The scores of what was held out, with these parameters; rounds as `rng` will, or not at all.
Result<Tensor> Predict(const TrainingCase& lesson, const std::vector<Tensor>& parameters, Rng* rng);

// Of a reference after `training`, on the data that was held out; empty when it left the numbers.
Marks ReferenceMarks(const TrainingCase& lesson, const Training& training);

// P(at least `worse` of `worse + better` coins fall one way).
double McNemarTail(int64_t worse, int64_t better);

struct MetricVerdict {
  bool wrong = false;
  int64_t right = 0, reference_right = 0, examples = 0;  // the reference: the worst of them
  double p = 1;                                          // against the reference nearest to it
};

MetricVerdict JudgeMetric(const std::vector<Marks>& references, const Marks& got);

// Loss curves: does a target learn as the model does?
//
// Rounding makes every training drift away from every other, slowly at first, then at the pace of
// the model's own instability, so no fixed tolerance fits. The reference is trained several times
// (trainings.h). If the target is one more of these trainings, its distance from their mean, over
// their deviation, follows Student's distribution. It is blamed when that is beyond belief over all
// steps together (Bonferroni), and when the distance matters at all: a training may be
// significantly, yet uninterestingly, off.
struct CurveVerdict {
  bool wrong = false;
  int step = 0;  // where it shows best, from 1
  double got = 0, mean = 0, deviation = 0;
  double p = 1;    // of the whole curve, corrected, whether or not the distance matters
  int judged = 0;  // steps before the reference's own curves fall apart
};

// One false alarm in a million curves, were the assumptions exact.
inline constexpr double kBelief = 1e-6;

// `curves`: losses of the reference, one row per training; a short one left the numbers there.
// `radius`: how far the first loss may be from the truth by its certified bound, which tells what
// few trainings may miss. Deterministic.
CurveVerdict JudgeCurve(const std::vector<std::vector<double>>& curves,
                        const std::vector<double>& got, double unit, double radius = 0);

// P(|T| > t) of Student's distribution.
double StudentTail(double t, int degrees);

}  // namespace assay::training
