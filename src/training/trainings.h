// Trainings of the reference: what a correct framework may come to after many steps.
//
// All of them round in admissible ways of their own. Every second one starts from parameters moved
// by a few units and moves the gradients, as other correct formulas would: where a gradient cancels
// out, Adam makes a full step of whatever is left. Half of them add Adam's epsilon before the bias
// correction, as Keras does, half after it, as PyTorch does; half of them take one side at exact
// ties (of Relu at zero), half the other.
#pragma once

#include <vector>

#include "gradient/optimizer_step.h"
#include "tensor/tensor.h"
#include "training/training_case.h"

namespace assay::training {

struct Training {
  std::vector<double> losses;      // one per step; fewer: it left the numbers there
  std::vector<Tensor> parameters;  // at the end; empty when it left the numbers
};

inline constexpr int kTrainings = 8;
// Training `number`, of as many as one likes; the same every time.
Training TrainReference(const TrainingCase& lesson, int number);

// One step of an optimiser on plain numbers: the formulas of gradient/optimizer_step.h in float64,
// new values rounded to the parameter's type. For reference curves and for planted workers.

// One per parameter, kept from step to step.
struct OptimizerState {
  std::vector<double> first, second;  // momentum; or m and v
};

// The new value of `parameter` in step `number` (1 is the first).
Tensor Advance(const gradient::Optimizer& optimizer, int64_t number, const Tensor& parameter,
               const Tensor& gradient, OptimizerState& state);

}  // namespace assay::training
