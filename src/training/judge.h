// Holds a loss or a gradient of a target against what is known of it.
//
// A target is wrong where it is far outside. Let v be the value in float64, r the certified radius
// around it (of our formula, in the model's precision), u the unit roundoff, S the largest |v| of
// the tensor and S* that of all gradients. Allowed is
//
//   16 r + 4096 u S + 256 u S*
//
// as another correct formula rounds otherwise: by intermediate results of about the same size as
// ours (16 r; the factor is that of inference for layers of fused kernels), in sums whose terms are
// larger than what is left of them (S), in terms that cancel out altogether (S*: a gradient that is
// zero in mathematics holds nothing but the rounding of its neighbours').
//
// In deep models r grows beyond all meaning. There, where the model itself is well behaved, gross
// errors are told by executions: the model is run several times in its own precision with
// parameters and inputs moved by 256 units, which is more than rounding does to a model of any
// depth that trains at all and turns over what rounding could turn over (the sign before a Relu, a
// tie). With s the largest distance of any element of the tensor in any of these runs, allowed is
//
//   16 s + 0.05 S + 256 u S*        and nothing is said where s > S / 16
//
// The smaller of both is what counts for an element.
#pragma once

#include <vector>

#include "gradient/optimizer_step.h"
#include "oracle/judgement.h"
#include "training/reference_runs.h"
#include "training/training_case.h"

namespace assay::training {

// The largest |v| of all gradients.
double OverallScale(const TrainingCase& lesson);

struct Allowed {
  double overall = 0;  // OverallScale
  ReferenceRuns* runs = nullptr;
};

// `got` against gradient `which` (-1: the loss); kWrong or kOk; kUndetermined when nothing is said
// of any element. Not finite where the truth is: excess is infinite. A null `got` stands for a
// gradient that is none, which is held against as zeros.
oracle::Judgement JudgeAnswer(const TrainingCase& lesson, int which, const Tensor* got,
                              const Allowed& allowed);

// What an optimiser step may give, from the target's own gradients and parameters.
//
// Judging a step on the numbers that the target itself reports keeps the rounding of gradients out:
// what is left is a handful of operations per element, whose results are bounded tightly. The
// formulas are those of gradient/optimizer_step.h. Where frameworks that agree on the mathematics
// differ, both are admitted: Adam's epsilon is added before the bias correction (Keras) or after it
// (PyTorch).
struct Span {
  double lo = 0, hi = 0;
  bool contains(double x) const { return lo <= x && x <= hi; }
};

// One element of a parameter after the last of several steps from the first on: `before[t]` is its
// value before step t + 1, `gradients[t]` the gradient there. `unit`, `smallest`: unit roundoff and
// least normal number of its type. Unbounded when the squares of gradients leave the type.
Span UpdatedWithin(const gradient::Optimizer& optimizer, const std::vector<double>& before,
                   const std::vector<double>& gradients, double unit, double smallest);

}  // namespace assay::training
