// Gradients as models: reverse mode written out in ONNX operators.
//
// Differentiate(model, loss, {"w"}) gives a model that computes what the given one does, then a
// loss of one of its outputs and the derivative of that loss by w. It is a plain model, so all
// that works on models works on it: the certified reference bounds the derivatives, targets run
// them, and it can be differentiated again.
//
// Limits. Shapes must be static. If, Loop and Scan, sequences, and operators without a line in
// rules.def are refused where they lie between w and the loss, and do not matter elsewhere. Bounds
// that the reference gives hold for this way of computing the derivative; another way (a fused
// backward kernel) may round otherwise, so a caller allows for that (docs/reference/campaigns.md).
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "gradient/loss.h"
#include "graph/graph.h"

namespace assay::gradient {

// Older ones lack parts that rules use (axes as inputs, one-axis Softmax).
inline constexpr int kMinOpset = 13;

struct GradientModel {
  // Outputs: those of the original, the loss, the gradients, the ties, in this order.
  Model model;
  std::string loss;
  std::vector<std::string> labels;     // the new inputs that the loss compares with
  std::vector<std::string> gradients;  // as in `wrt`
  std::vector<std::string> unreached;  // those of `wrt` that the loss does not depend on: zeros
  // The optional input that weighs the two sides of a kink at exact equality (tape.h); empty when
  // there is no kink. Feed the interval [0, 1] to admit every choice.
  std::string tie;
  // Boolean outputs, true where an exact tie is met.
  std::vector<std::string> ties;
};

// The derivative of `loss` of `model` (types inferred) by each of `wrt`, float inputs or
// initializers. A Rejected error names the operator or shape that stands in the way; an Invalid one
// a name that the model does not have.
Result<GradientModel> Differentiate(const Model& model, const Loss& loss,
                                    const std::vector<std::string>& wrt);

// What a training step would change: float initializers that are not inputs, without the numbers of
// formulas (rank 0) and the settings of operators (running statistics, scales of Resize and of
// quantisation, ratios).
std::vector<std::string> Parameters(const Model& model);

}  // namespace assay::gradient
