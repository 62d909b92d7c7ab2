#include "training/trainings.h"

#include <algorithm>
#include <cmath>

namespace assay::training {
namespace {

using gradient::Optimizer;
using gradient::OptimizerKind;

constexpr double kMovedTrainingUnits = 64;  // of every second training's parameters
// How far another formula's gradient may be, as a share of the tensor's largest element.
constexpr double kGradientUnits = 4;

void MoveGradients(std::vector<Tensor>& gradients, Rng& rng) {
  for (Tensor& tensor : gradients) {
    double scale = 0;
    for (int64_t i = 0; i < tensor.count(); ++i)
      scale = std::max(scale, std::fabs(tensor.RealAt(i)));
    const double step = kGradientUnits * FormatOf(tensor.dtype()).unit * scale;
    std::vector<double> values(static_cast<size_t>(tensor.count()));
    for (size_t i = 0; i < values.size(); ++i) {
      const double x = tensor.RealAt(static_cast<int64_t>(i));
      // Exactly zero is what nothing flows back to, in every formula.
      values[i] = x == 0 ? x : x + step * rng.Normal();
    }
    tensor = MakeTensor(tensor.dtype(), tensor.shape(), values);
  }
}

// What differs from training to training besides rounding.
struct Ways {
  bool early_epsilon = false;   // Adam's is added before the bias correction, as in Keras
  bool other_formulas = false;  // gradients are moved
  double tie = 0;               // the choice at exact ties
};

Training Train(const TrainingCase& lesson, std::vector<Tensor> parameters, const Ways& ways,
               Rng& rng) {
  Training out;
  std::vector<OptimizerState> states(parameters.size());
  for (int step = 1; step <= lesson.spec.steps; ++step) {
    auto run = Execute(lesson, rng, {.parameters = &parameters, .tie = ways.tie});
    if (!run.ok() || !std::isfinite(run->loss)) return out;
    out.losses.push_back(run->loss);
    if (ways.other_formulas) MoveGradients(run->gradients, rng);
    gradient::Optimizer optimizer = lesson.spec.optimizer;
    if (ways.early_epsilon) optimizer.epsilon /= std::sqrt(1 - std::pow(optimizer.beta2, step));
    for (size_t i = 0; i < parameters.size(); ++i)
      parameters[i] = Advance(optimizer, step, parameters[i], run->gradients[i], states[i]);
  }
  out.parameters = std::move(parameters);
  return out;
}

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

Training TrainReference(const TrainingCase& lesson, int number) {
  Rng rng(lesson.spec.seed + 100 + static_cast<uint64_t>(number));
  const std::vector<Tensor> start = ParameterTensors(lesson);
  const bool moved = number % 2 == 1;
  const Ways ways{.early_epsilon = number / 2 % 2 == 1,
                  .other_formulas = moved,
                  .tie = static_cast<double>(number / 4 % 2)};
  return Train(lesson, moved ? Perturbed(start, kMovedTrainingUnits, rng) : start, ways, rng);
}

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
