// One step of an optimiser on plain numbers: the formulas of gradient/optimizer_step.h in float64,
// new values rounded to the parameter's type. For reference curves and for planted workers.
#pragma once

#include <vector>

#include "gradient/optimizer_step.h"
#include "tensor/tensor.h"

namespace assay::training {

// One per parameter, kept from step to step.
struct OptimizerState {
  std::vector<double> first, second;  // momentum; or m and v
};

// The new value of `parameter` in step `number` (1 is the first).
Tensor Advance(const gradient::Optimizer& optimizer, int64_t number, const Tensor& parameter,
               const Tensor& gradient, OptimizerState& state);

}  // namespace assay::training
