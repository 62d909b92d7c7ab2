// NegativeLogLikelihoodLoss: minus the log-probability of each sample's class, weighted and
// reduced.
//
//   loss[n, d..] = -input[n, target[n, d..], d..] * weight[target[n, d..]];  0 where target ==
//   ignore_index
//
// Spec:  ONNX opsets 12, 13, 22 (bfloat16).
// Traps: the mean divides by the weights of the samples that are not ignored, also without weights.
#include "ops/loss/class_loss.h"

namespace assay::ops {
namespace {

Result<Types> InferNll(const InferCall& call) {
  ASSAY_ASSIGN(const TensorType loss, InferClassLoss(call));
  return OneType(loss);
}

Result<Outputs> EvaluateNll(const EvalCall& call) { return One(ClassLoss(call, call.tensor(0))); }

}  // namespace

OpDef NegativeLogLikelihoodLossDef() {
  return {.name = "NegativeLogLikelihoodLoss",
          .meaning = "minus the log-probability of each sample's class, reduced",
          .rounding = Rounding::kSum,
          .infer = InferNll,
          .evaluate = EvaluateNll,
          .propose = ProposeClassLoss};
}

}  // namespace assay::ops
