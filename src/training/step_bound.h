// What an optimiser step may give, from the target's own gradients and parameters.
//
// Judging a step on the numbers that the target itself reports keeps the rounding of gradients out:
// what is left is a handful of operations per element, whose results are bounded tightly. The
// formulas are those of gradient/optimizer_step.h. Where frameworks that agree on the mathematics
// differ, both are admitted: Adam's epsilon is added before the bias correction (Keras) or after it
// (PyTorch).
#pragma once

#include <vector>

#include "gradient/optimizer_step.h"

namespace assay::training {

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
