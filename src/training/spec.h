// Spec: how a model is trained in one case: loss, optimiser, number of steps, what is
// differentiated.
//
// All of it is drawn from one seed, and all numbers are short binary fractions: a framework that
// keeps its learning rate in float32 computes with the same numbers as one that keeps it in
// float64.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "gradient/optimizer_step.h"

namespace assay::training {

// Steps whose gradients and parameters are asked for and judged one by one; later ones show in the
// loss curve only. Two, as momentum does nothing before the second.
inline constexpr int kJudgedSteps = 2;
inline constexpr int kMinCurve = 5, kMaxCurve = 20;

struct Spec {
  gradient::LossKind loss = gradient::LossKind::kMeanSquared;
  double delta = 1;                  // of Huber's loss and its kin
  std::vector<std::string> outputs;  // the loss is the sum of that of each
  std::vector<std::string> labels;   // what each is held against: further inputs of the task
  gradient::Optimizer optimizer;
  int steps = kJudgedSteps;             // kJudgedSteps: no loss curve
  std::vector<std::string> parameters;  // what the optimiser changes
  std::vector<std::string> inputs;      // float inputs that are differentiated as well
  uint64_t seed = 0;                    // of this and of the labels
  // Of a labelled task (labelled.h): the input that holds its data, and the name of the further
  // input with data that is not trained on. Empty: labels are drawn at random.
  std::string data, held_out;

  bool labelled() const { return !held_out.empty(); }
  bool has_curve() const { return steps > kJudgedSteps; }
  gradient::Loss gradient_loss() const;
  std::vector<std::string> wrt() const;  // parameters, then inputs

  // JSON; the settings of the task `train` (docs/reference/protocol.md).
  std::string Save() const;
  static Result<Spec> Load(const std::string& text);
};

// A way to train `model` (types inferred). `labels` is left empty. Rejected: there is nothing to
// differentiate or to take a loss of.
Result<Spec> DrawSpec(const Model& model, uint64_t seed);

// `spec` for another form of the model that it was drawn for: everything of the new form that can
// be trained is, of the outputs those that are still there. Rejected as above, and where the loss
// does not fit any more.
Result<Spec> Refit(Spec spec, const Model& model);

std::string_view OptimizerName(gradient::OptimizerKind kind);  // "sgd", "adam", "adamw"

}  // namespace assay::training
