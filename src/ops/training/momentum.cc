// Momentum: one step of gradient descent with standard or Nesterov's momentum.
//
//   g = norm_coefficient * X + G,  V' = alpha * V + (T > 0 ? beta : 1) g
//   standard: X' = X - R V';   nesterov: X' = X - R (g + alpha V')
//
// Spec:  ai.onnx.preview.training opset 1. Inputs R, T, then all X, all G, all V; outputs all X',
// all V'. Traps: in the first step (T = 0) beta counts as 1.
#include "ops/training/update.h"

namespace assay::ops {
namespace {

Result<Types> InferMomentum(const InferCall& call) {
  const std::string mode = call.AttrString("mode", "");
  if (mode != "standard" && mode != "nesterov")
    return Invalid(StrCat("mode must be standard or nesterov, is '", mode, "'"));
  return InferUpdate(call, 3);
}

Result<Outputs> EvaluateMomentum(const EvalCall& call) {
  ASSAY_ASSIGN(const UpdateHead head, HeadOf(call));
  const Arith arith = UpdateArith(call);
  const Real alpha = arith.Constant(call.AttrFloat("alpha", 0)),
             norm = arith.Constant(call.AttrFloat("norm_coefficient", 0));
  const Real beta = head.count > 0 ? arith.Constant(call.AttrFloat("beta", 0)) : Real::Point(1);
  const bool nesterov = call.AttrString("mode", "") == "nesterov";
  return ForEachUpdate(call, 3, [&](const UpdateElement& e, std::span<Real> out) {
    const Real g = arith.Add(arith.Mul(norm, e.x()), e.gradient());
    out[1] = arith.Add(arith.Mul(alpha, e.state(0)), arith.Mul(beta, g));
    const Real direction = nesterov ? arith.Add(g, arith.Mul(alpha, out[1])) : out[1];
    out[0] = arith.Sub(e.x(), arith.Mul(head.rate, direction));
  });
}

}  // namespace

OpDef MomentumTrainingDef() {
  return {.name = "Momentum",
          .domain = "ai.onnx.preview.training",
          .meaning = "one step of gradient descent with momentum",
          .rounding = Rounding::kComposite,
          .data_inputs = {5, 5},
          .infer = InferMomentum,
          .evaluate = EvaluateMomentum};
}

}  // namespace assay::ops
