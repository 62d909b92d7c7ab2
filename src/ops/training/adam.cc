// Adam: one step of the adaptive moment method.
//
//   g = norm_coefficient * X + G,  V' = alpha * V + (1 - alpha) g,  H' = beta * H + (1 - beta) g^2,
//   r = T > 0 ? R * sqrt(1 - beta^T) / (1 - alpha^T) : R,  X' = (1 - norm_coefficient_post) (X - r
//   V' / (sqrt(H') + epsilon))
//
// Spec:  ai.onnx.preview.training opset 1. Inputs R, T, then all X, all G, all V, all H; outputs
// all X', all V', all H'. Traps: 1 - beta^T cancels for small T: what the type keeps of beta
// decides the result.
#include "ops/training/update.h"

namespace assay::ops {
namespace {

Result<Types> InferAdam(const InferCall& call) { return InferUpdate(call, 4); }

Real AdjustedRate(const Arith& arith, const UpdateHead& head, const Real& alpha, const Real& beta) {
  if (head.count <= 0) return head.rate;
  const Real t = Real::Point(static_cast<double>(head.count)), one = Real::Point(1);
  const Real root = arith.Sqrt(arith.Sub(one, arith.Pow(beta, t)));
  return ScaledQuotient(arith, head.rate, root, arith.Sub(one, arith.Pow(alpha, t)));
}

Result<Outputs> EvaluateAdam(const EvalCall& call) {
  ASSAY_ASSIGN(const UpdateHead head, HeadOf(call));
  const Arith arith = UpdateArith(call);
  const Real one = Real::Point(1);
  const Real alpha = arith.Constant(call.AttrFloat("alpha", 0.9F)),
             beta = arith.Constant(call.AttrFloat("beta", 0.999F));
  const Real norm = arith.Constant(call.AttrFloat("norm_coefficient", 0)),
             epsilon = arith.Constant(call.AttrFloat("epsilon", 1e-6F));
  const Real keep = arith.Sub(one, arith.Constant(call.AttrFloat("norm_coefficient_post", 0)));
  const Real rest_alpha = arith.Sub(one, alpha), rest_beta = arith.Sub(one, beta);
  const Real rate = AdjustedRate(arith, head, alpha, beta);
  return ForEachUpdate(call, 4, [&](const UpdateElement& e, std::span<Real> out) {
    const Real g = arith.Add(arith.Mul(norm, e.x()), e.gradient());
    out[1] = arith.Add(arith.Mul(alpha, e.state(0)), arith.Mul(rest_alpha, g));
    out[2] = arith.Add(arith.Mul(beta, e.state(1)), arith.Mul(rest_beta, arith.Square(g)));
    const Real step = ScaledQuotient(arith, rate, out[1], arith.Add(arith.Sqrt(out[2]), epsilon));
    out[0] = arith.Mul(keep, arith.Sub(e.x(), step));
  });
}

}  // namespace

OpDef AdamTrainingDef() {
  return {.name = "Adam",
          .domain = "ai.onnx.preview.training",
          .meaning = "one step of the adaptive moment method",
          .rounding = Rounding::kComposite,
          .data_inputs = {6, 6},
          .infer = InferAdam,
          .evaluate = EvaluateAdam};
}

}  // namespace assay::ops
