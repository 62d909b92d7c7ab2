// The planted faults of training. Each acts through one of four hooks:
//   backward   changes results of nodes of the gradient model that are not the model's own
//   gradients  changes loss and gradients of a step
//   settings   changes what the optimiser does with one parameter in one step
//   trained    changes the parameters that predictions are made with in the end
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "training/training_case.h"

namespace assay::faults {

struct BackwardNode {
  const Graph& graph;
  const Node& node;
  std::vector<Known>& outputs;
};

struct Gradients {
  const training::TrainingCase& lesson;
  int step;
  double& loss;
  std::vector<std::optional<Tensor>>& reported;  // as in spec.wrt(); nothing: none
  std::vector<Tensor>& applied;                  // what the optimiser gets
  std::vector<Tensor>& kept;                     // from the step before; the fault's own
};

struct Settings {
  int step;
  const Tensor& parameter;
  gradient::Optimizer& optimizer;
  int64_t& number;  // of the step, for bias corrections
};

struct Trained {
  const training::TrainingCase& lesson;
  std::vector<Tensor>& parameters;
};

struct TrainingFault {
  std::string_view name, what;
  // Exactly one is set.
  void (*backward)(BackwardNode&) = nullptr;
  void (*gradients)(Gradients&) = nullptr;
  void (*settings)(Settings&) = nullptr;
  void (*trained)(Trained&) = nullptr;
};

std::span<const TrainingFault> AllTrainingFaults();
const TrainingFault* FindTrainingFault(std::string_view name);  // nullptr: there is none

}  // namespace assay::faults
