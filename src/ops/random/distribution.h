// Judges what an implementation drew for a random operator: support first, then a test of the
// distribution.
//
// The tests are inequalities that hold for every sample size (Dvoretzky-Kiefer-Wolfowitz for
// continuous distributions, Bernstein for counts), so a correct generator is rejected with
// probability at most kFalseAlarm per output; small samples are judged on their support alone.
// Independence of the elements is assumed, not tested.
#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "graph/graph.h"
#include "tensor/tensor.h"

namespace assay::ops {

inline constexpr double kFalseAlarm = 1e-9;

struct Plausibility {
  bool plausible = true;
  std::string reason;  // when not: what was seen and what was allowed
};

// `node` is Bernoulli, Multinomial, RandomNormal, RandomNormalLike, RandomUniform or
// RandomUniformLike; `inputs` are its input tensors; `output` is what the implementation gave. An
// error when the node is another one or its inputs are missing.
Result<Plausibility> JudgeSample(const Node& node, std::span<const Tensor> inputs,
                                 const Tensor& output);

}  // namespace assay::ops
