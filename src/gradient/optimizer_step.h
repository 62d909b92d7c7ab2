// One step of an optimiser behind a gradient model, as nodes.
//
// The formulas are those of PyTorch's torch.optim, in the order its documentation gives them:
//
//   SGD    g += weight_decay p;  b = momentum b + (1 - dampening) g  (first step: b = g)
//          p -= lr (nesterov ? g + momentum b : b)
//   Adam   g += weight_decay p;  m = beta1 m + (1 - beta1) g;  v = beta2 v + (1 - beta2) g^2
//          p -= lr / (1 - beta1^n) * m / (sqrt(v) / sqrt(1 - beta2^n) + epsilon)
//   AdamW  p -= lr weight_decay p instead of changing g; the rest as Adam
//
// Numbers that depend on the settings alone are computed in float64, then rounded to the
// parameter's type.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gradient/gradient.h"

namespace assay::gradient {

enum class OptimizerKind { kSgd, kAdam, kAdamW };

struct Optimizer {
  OptimizerKind kind = OptimizerKind::kSgd;
  double learning_rate = 0.01;
  double weight_decay = 0;
  // SGD
  double momentum = 0, dampening = 0;
  bool nesterov = false;
  // Adam, AdamW
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
};

struct StepModel {
  // The gradient model with further outputs: all of `updated`, then all of `states`.
  GradientModel gradient;
  std::vector<std::string> updated;  // the new value of each parameter
  // What the next step needs: a momentum (SGD, when it has one) or m and v (Adam), per parameter.
  // The inputs take the states of the step before, in the same order; the first step has none.
  std::vector<std::string> state_inputs, states;
};

// Step number `number` (1 is the first) by the gradients of `wrt`, which `gradient` was made for.
// Invalid: settings that torch refuses too (a negative rate, Nesterov without momentum).
Result<StepModel> AddStep(const GradientModel& gradient, const std::vector<std::string>& wrt,
                          const Optimizer& optimizer, int64_t number = 1);

}  // namespace assay::gradient
