// Adagrad: one step of the adaptive gradient method.
//
//   r = R / (1 + T * decay_factor),  g = norm_coefficient * X + G,  H' = H + g * g,  X' = X - r * g
//   / (sqrt(H') + epsilon)
//
// Spec:  ai.onnx.preview.training opset 1. Inputs R, T, then all X, all G, all H; outputs all X',
// all H'.
#include "ops/training/update.h"

namespace assay::ops {
namespace {

Result<Types> InferAdagrad(const InferCall& call) { return InferUpdate(call, 3); }

Result<Outputs> EvaluateAdagrad(const EvalCall& call) {
  ASSAY_ASSIGN(const UpdateHead head, HeadOf(call));
  const Arith arith = UpdateArith(call);
  const Real decay = arith.Constant(call.AttrFloat("decay_factor", 0)),
             norm = arith.Constant(call.AttrFloat("norm_coefficient", 0));
  const Real epsilon = arith.Constant(call.AttrFloat("epsilon", 1e-6F));
  const Real count = arith.Round(Real::Point(static_cast<double>(head.count)));
  const Real rate = arith.Div(head.rate, arith.Add(Real::Point(1), arith.Mul(count, decay)));
  return ForEachUpdate(call, 3, [&](const UpdateElement& e, std::span<Real> out) {
    const Real g = arith.Add(arith.Mul(norm, e.x()), e.gradient());
    out[1] = arith.Add(e.state(0), arith.Square(g));
    out[0] =
        arith.Sub(e.x(), ScaledQuotient(arith, rate, g, arith.Add(arith.Sqrt(out[1]), epsilon)));
  });
}

}  // namespace

OpDef AdagradTrainingDef() {
  return {.name = "Adagrad",
          .domain = "ai.onnx.preview.training",
          .meaning = "one step of the adaptive gradient method",
          .rounding = Rounding::kComposite,
          .data_inputs = {5, 5},
          .infer = InferAdagrad,
          .evaluate = EvaluateAdagrad};
}

}  // namespace assay::ops
