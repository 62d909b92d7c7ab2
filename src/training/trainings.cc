#include "training/trainings.h"

#include <algorithm>
#include <cmath>

#include "training/optimizer.h"

namespace assay::training {
namespace {

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

}  // namespace assay::training
