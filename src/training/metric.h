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

}  // namespace assay::training
