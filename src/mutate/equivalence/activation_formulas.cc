// An activation written out as its formula:
//
//   sigmoid-from-exp             1 / (1 + exp(-x))
//   gelu-from-erf                (0.5 x) (1 + erf(x / sqrt(2))), or the same with tanh
//   swish-from-sigmoid           x * Sigmoid(alpha x)
//   hard-swish-from-primitives   x * HardSigmoid(x) with alpha 1/6, beta 1/2
//   hard-sigmoid-from-primitives Max(0, Min(1, alpha x + beta))
//   mish-from-softplus           x * Tanh(Softplus(x))
//   softplus-from-exp            Relu(x) + Log(1 + Exp(-|x|)): without the overflow of Exp(x)
//   softsign-from-abs            x / (1 + |x|)
//   elu-from-exp                 Where(x < 0, alpha (Exp(x) - 1), x)
//
// Promise: close: the specification's own formula, in an order that does not overflow where the
//          result is finite (Exp(-x) may, and gives 0 as it should). At -inf the products are
//          0 * inf, NaN, as the formula says; libraries that compute in one piece may say 0, and
//          the reference admits both.
// Needs:   floats; Erf: not float64, for which runtimes lack it; HardSwish: not float64, because
// the
//          1/6 is a float32 attribute; opsets that have the operators.
// Aims at: pattern fusion (Gelu, Swish, HardSwish …), accuracy of the fused kernels.
#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace activation_formulas {
namespace {

constexpr double kSqrtTwo = 1.4142135623730951;
constexpr double kSqrtTwoOverPi = 0.7978845608028654;
constexpr double kGeluCubic = 0.044715;

using Formula = ValueId (*)(Emitter& w, ValueId x, DType dtype, const ops::Call& call);

template <Formula formula>
Result<ValueId> WriteOut(Emitter& w, const Node& node, Rng&) {
  const ValueId x = node.inputs[0];
  return formula(w, x, DTypeOf(w.graph(), x), ops::Call(node, w.opset()));
}

bool IsOp(const Model& model, const Node& node, std::string_view op) {
  return node.op == op && IsCommonFloat(DTypeOf(model.graph, node.outputs[0]));
}
bool IsSigmoid(const Model& m, const Node& node) { return IsOp(m, node, "Sigmoid"); }
bool IsGelu(const Model& m, const Node& node) {
  return IsOp(m, node, "Gelu") && DTypeOf(m.graph, node.outputs[0]) != DType::kFloat64;
}
bool IsSwish(const Model& m, const Node& node) { return IsOp(m, node, "Swish"); }
// HardSigmoid's 1/6 is a float32 attribute: too coarse beside float64.
bool IsHardSwish(const Model& m, const Node& node) {
  return IsOp(m, node, "HardSwish") && DTypeOf(m.graph, node.outputs[0]) != DType::kFloat64;
}
bool IsHardSigmoid(const Model& m, const Node& node) {
  return IsOp(m, node, "HardSigmoid") && Takes(m, "Max", DTypeOf(m.graph, node.outputs[0])) &&
         m.opset("") >= 8;  // Max broadcasts
}
bool IsMish(const Model& m, const Node& node) { return IsOp(m, node, "Mish"); }
bool IsSoftplus(const Model& m, const Node& node) { return IsOp(m, node, "Softplus"); }
bool IsSoftsign(const Model& m, const Node& node) { return IsOp(m, node, "Softsign"); }
bool IsElu(const Model& m, const Node& node) { return IsOp(m, node, "Elu") && Has(m, "Where"); }

ValueId Sigmoid(Emitter& w, ValueId x, DType dtype, const ops::Call&) {
  const ValueId one = w.Scalar(dtype, 1);
  return w.Op("Div", {one, w.Op("Add", {one, w.Op("Exp", {w.Op("Neg", {x})})})});
}

ValueId Gelu(Emitter& w, ValueId x, DType dtype, const ops::Call& call) {
  ValueId bent;
  if (call.AttrString("approximate", "none") == "tanh") {
    const ValueId cube = w.Op("Mul", {w.Op("Mul", {x, x}), x});
    const ValueId sum = w.Op("Add", {x, w.Op("Mul", {cube, w.Scalar(dtype, kGeluCubic)})});
    bent = w.Op("Tanh", {w.Op("Mul", {sum, w.Scalar(dtype, kSqrtTwoOverPi)})});
  } else {
    bent = w.Op("Erf", {w.Op("Div", {x, w.Scalar(dtype, kSqrtTwo)})});
  }
  const ValueId half = w.Op("Mul", {x, w.Scalar(dtype, 0.5)});
  return w.Op("Mul", {half, w.Op("Add", {bent, w.Scalar(dtype, 1)})});
}

ValueId Swish(Emitter& w, ValueId x, DType dtype, const ops::Call& call) {
  const double alpha = call.AttrFloat("alpha", 1);
  const ValueId scaled = alpha == 1 ? x : w.Op("Mul", {x, w.Scalar(dtype, alpha)});
  return w.Op("Mul", {x, w.Op("Sigmoid", {scaled})});
}

ValueId HardSwish(Emitter& w, ValueId x, DType, const ops::Call&) {
  return w.Op("Mul", {x, w.Op("HardSigmoid", {x},
                              {{"alpha", static_cast<float>(1.0 / 6)}, {"beta", 0.5f}})});
}

ValueId HardSigmoid(Emitter& w, ValueId x, DType dtype, const ops::Call& call) {
  const ValueId slope = w.Scalar(dtype, call.AttrFloat("alpha", 0.2f));
  const ValueId line =
      w.Op("Add", {w.Op("Mul", {x, slope}), w.Scalar(dtype, call.AttrFloat("beta", 0.5))});
  return w.Op("Max", {w.Op("Min", {line, w.Scalar(dtype, 1)}), w.Scalar(dtype, 0)});
}

ValueId Mish(Emitter& w, ValueId x, DType, const ops::Call&) {
  return w.Op("Mul", {x, w.Op("Tanh", {w.Op("Softplus", {x})})});
}

ValueId Softplus(Emitter& w, ValueId x, DType dtype, const ops::Call&) {
  const ValueId small = w.Op("Exp", {w.Op("Neg", {w.Op("Abs", {x})})});
  const ValueId bent = w.Op("Log", {w.Op("Add", {small, w.Scalar(dtype, 1)})});
  return w.Op("Add", {w.Op("Relu", {x}), bent});
}

ValueId Softsign(Emitter& w, ValueId x, DType dtype, const ops::Call&) {
  return w.Op("Div", {x, w.Op("Add", {w.Op("Abs", {x}), w.Scalar(dtype, 1)})});
}

ValueId Elu(Emitter& w, ValueId x, DType dtype, const ops::Call& call) {
  const ValueId alpha = w.Scalar(dtype, call.AttrFloat("alpha", 1));
  const ValueId bent = w.Op("Mul", {w.Op("Sub", {w.Op("Exp", {x}), w.Scalar(dtype, 1)}), alpha});
  return w.Op("Where", {w.Op("Less", {x, w.Scalar(dtype, 0)}), bent, x});
}

}  // namespace
}  // namespace activation_formulas

MutatorDef SigmoidFromExpDef() {
  return Equivalence(Promise::kClose, "sigmoid-from-exp", "Sigmoid becomes 1 / (1 + exp(-x))",
                     FindNodes<activation_formulas::IsSigmoid>,
                     Replace<activation_formulas::WriteOut<activation_formulas::Sigmoid>>);
}
MutatorDef GeluFromErfDef() {
  return Equivalence(Promise::kClose, "gelu-from-erf", "Gelu becomes its formula with Erf or Tanh",
                     FindNodes<activation_formulas::IsGelu>,
                     Replace<activation_formulas::WriteOut<activation_formulas::Gelu>>);
}
MutatorDef SwishFromSigmoidDef() {
  return Equivalence(Promise::kClose, "swish-from-sigmoid", "Swish becomes x times Sigmoid",
                     FindNodes<activation_formulas::IsSwish>,
                     Replace<activation_formulas::WriteOut<activation_formulas::Swish>>);
}
MutatorDef HardSwishFromPrimitivesDef() {
  return Equivalence(Promise::kClose, "hard-swish-from-primitives",
                     "HardSwish becomes x times HardSigmoid",
                     FindNodes<activation_formulas::IsHardSwish>,
                     Replace<activation_formulas::WriteOut<activation_formulas::HardSwish>>);
}
MutatorDef HardSigmoidFromPrimitivesDef() {
  return Equivalence(Promise::kClose, "hard-sigmoid-from-primitives",
                     "HardSigmoid becomes a line between two limits",
                     FindNodes<activation_formulas::IsHardSigmoid>,
                     Replace<activation_formulas::WriteOut<activation_formulas::HardSigmoid>>);
}
MutatorDef MishFromSoftplusDef() {
  return Equivalence(Promise::kClose, "mish-from-softplus", "Mish becomes x times Tanh of Softplus",
                     FindNodes<activation_formulas::IsMish>,
                     Replace<activation_formulas::WriteOut<activation_formulas::Mish>>);
}
MutatorDef SoftplusFromExpDef() {
  return Equivalence(Promise::kClose, "softplus-from-exp",
                     "Softplus becomes Relu(x) + log(1 + exp(-|x|))",
                     FindNodes<activation_formulas::IsSoftplus>,
                     Replace<activation_formulas::WriteOut<activation_formulas::Softplus>>);
}
MutatorDef SoftsignFromAbsDef() {
  return Equivalence(Promise::kClose, "softsign-from-abs", "Softsign becomes x / (1 + |x|)",
                     FindNodes<activation_formulas::IsSoftsign>,
                     Replace<activation_formulas::WriteOut<activation_formulas::Softsign>>);
}
MutatorDef EluFromExpDef() {
  return Equivalence(Promise::kClose, "elu-from-exp", "Elu becomes a comparison and a selection",
                     FindNodes<activation_formulas::IsElu>,
                     Replace<activation_formulas::WriteOut<activation_formulas::Elu>>);
}

}  // namespace assay::mutate
