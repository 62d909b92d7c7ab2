// Trained models: small classifiers that this project trains by its own training stage, on data
// that it draws (drawn.h). For what random weights cannot show: accuracy that is worth something to
// lose, and top classes that mean something when they change.
//
// Training is deterministic and takes seconds: Adam over fresh batches, gradients by the gradient
// model in the reference, one rounding of many. The weights are kept in the user's cache folder
// under a name that changes with the model, so that nothing is trained twice; a file there that
// cannot be read is trained anew.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "graph/model_case.h"
#include "training/labelled.h"

namespace assay::training {

struct TrainedDef {
  std::string_view name, meaning;
  std::string (*text)(int64_t batch);  // the model, weights left at zero; output "scores"
  LabelledData (*draw)(int64_t count, Rng& rng);
  int steps;
  double learning_rate;
};

std::span<const TrainedDef> AllTrained();
const TrainedDef* FindTrained(std::string_view name);  // nullptr when there is none

// With its trained weights, for so many examples at a time, with data that it was not trained on
// (the same every time).
struct TrainedCase {
  ModelCase model_case;
  std::vector<int64_t> classes;  // of the examples
};
Result<TrainedCase> TrainedCaseOf(const TrainedDef& def, int64_t batch);

// Trains without looking into the cache. The tensors are those of gradient::Parameters, in order.
struct TrainedWeights {
  std::vector<Tensor> parameters;
  double first_loss = 0, last_loss = 0;
};
Result<TrainedWeights> TrainFromScratch(const TrainedDef& def);

// The share of `examples` fresh examples that the reference gets right with the trained weights.
Result<double> TestAccuracy(const TrainedDef& def, int64_t examples);

}  // namespace assay::training
