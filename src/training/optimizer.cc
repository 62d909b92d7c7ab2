#include "training/optimizer.h"

#include <cmath>

namespace assay::training {
namespace {

using gradient::Optimizer;
using gradient::OptimizerKind;

double SgdDirection(const Optimizer& o, int64_t number, double g, double& buffer) {
  if (o.momentum == 0) return g;
  buffer = number == 1 ? g : o.momentum * buffer + (1 - o.dampening) * g;
  return o.nesterov ? g + o.momentum * buffer : buffer;
}

double AdamDirection(const Optimizer& o, int64_t number, double g, double& m, double& v) {
  m = o.beta1 * m + (1 - o.beta1) * g;
  v = o.beta2 * v + (1 - o.beta2) * g * g;
  const auto n = static_cast<double>(number);
  const double mean = m / (1 - std::pow(o.beta1, n));
  const double size = std::sqrt(v / (1 - std::pow(o.beta2, n))) + o.epsilon;
  return mean / size;
}

}  // namespace

Tensor Advance(const Optimizer& o, int64_t number, const Tensor& parameter, const Tensor& gradient,
               OptimizerState& state) {
  const auto count = static_cast<size_t>(parameter.count());
  state.first.resize(count);
  state.second.resize(count);
  std::vector<double> updated(count);
  for (size_t i = 0; i < count; ++i) {
    const auto k = static_cast<int64_t>(i);
    double p = parameter.RealAt(k), g = gradient.RealAt(k);
    if (o.kind == OptimizerKind::kAdamW)
      p *= 1 - o.learning_rate * o.weight_decay;
    else
      g += o.weight_decay * p;
    const double direction = o.kind == OptimizerKind::kSgd
                                 ? SgdDirection(o, number, g, state.first[i])
                                 : AdamDirection(o, number, g, state.first[i], state.second[i]);
    updated[i] = p - o.learning_rate * direction;
  }
  return MakeTensor(parameter.dtype(), parameter.shape(), updated);
}

}  // namespace assay::training
