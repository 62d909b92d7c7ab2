// LSTM: one layer of long short-term memory.
//
//   i = f(Wi x + Ri H + Pi*C + bi)   f = f(Wf x + Rf H + Pf*C + bf)   c = g(Wc x + Rc H + bc)
//   C' = f*C + i*c                   o = f(Wo x + Ro H + Po*C' + bo)  H' = o * h(C')
//
// Spec:  ONNX opsets 1, 7, 14 (layout), 22 (bfloat16). Weights are stacked in the order input,
// output, forget, cell. Traps: the output gate's peephole sees the new cell; input_forget couples f
// = 1 - i.
#include "ops/rnn/recurrent.h"

namespace assay::ops {
namespace lstm {
namespace {

constexpr Open kClip = {
    "whether clip applies to the cell state on its way into h",
    "ONNX LSTM: 'applied to the input of activations'; shipped libraries clip the gates only"};
constexpr Open kAlphas = {
    "whether a function without alpha or beta consumes an entry of activation_alpha and "
    "activation_beta",
    "ONNX LSTM: 'The values are consumed in the order of activation functions'"};

enum LstmGate : int64_t { kInput = 0, kOutput = 1, kForget = 2, kCell = 3 };

const CellKind& Kind() {
  static const auto* const kind = new CellKind{4, true, {"Sigmoid", "Tanh", "Tanh"}};
  return *kind;
}

class LstmStep {
 public:
  LstmStep(const RecurrentCall& lstm, bool coupled) : lstm_(lstm), coupled_(coupled) {}

  void operator()(const Direction& d, std::span<const Real> x, std::vector<Real>& h,
                  std::vector<Real>& c) const {
    const Arith& arith = lstm_.arith();
    std::vector<Real> next_h(h.size()), next_c(c.size());
    for (int64_t u = 0; u < lstm_.hidden(); ++u) {
      const auto k = static_cast<size_t>(u);
      const Real in = Sum(d, kInput, u, x, h, c[k], d.activations[0]);
      const Real forget = coupled_ ? arith.Sub(Real::Point(1), in)
                                   : Sum(d, kForget, u, x, h, c[k], d.activations[0]);
      const Real cell =
          d.activations[1].Apply(arith, lstm_.Gate(d, kCell * lstm_.hidden() + u, x, h));
      const Real a[] = {forget, in}, b[] = {c[k], cell};
      next_c[k] = arith.Dot(a, b);
      const Real out = Sum(d, kOutput, u, x, h, next_c[k], d.activations[0]);
      next_h[k] = arith.Mul(out, Squashed(d, next_c[k]));
    }
    h = std::move(next_h);
    c = std::move(next_c);
  }

 private:
  Real Sum(const Direction& d, int64_t gate, int64_t unit, std::span<const Real> x,
           std::span<const Real> h, const Real& c, const Activation& f) const {
    const int64_t row = gate * lstm_.hidden() + unit;
    if (!lstm_.has_peepholes()) return f.Apply(lstm_.arith(), lstm_.Gate(d, row, x, h));
    const Real weight = lstm_.Peephole(d, gate, unit);
    return f.Apply(lstm_.arith(),
                   lstm_.Gate(d, row, x, h, std::span(&c, 1), std::span(&weight, 1)));
  }
  Real Squashed(const Direction& d, const Real& c) const {
    const Arith& arith = lstm_.arith();
    if (!lstm_.clips()) return d.activations[2].Apply(arith, c);
    if (arith.adversarial())
      return d.activations[2].Apply(arith, arith.adversary().Chance(0.5) ? c : lstm_.Clip(c));
    return Hull(d.activations[2].Apply(arith, c), d.activations[2].Apply(arith, lstm_.Clip(c)));
  }

  const RecurrentCall& lstm_;
  bool coupled_;
};

Result<Types> InferLstm(const InferCall& call) { return InferRecurrent(call, Kind()); }

Result<Outputs> EvaluateLstm(const EvalCall& call) {
  ASSAY_ASSIGN(const RecurrentCall lstm, RecurrentCall::From(call, Kind()));
  return lstm.Run(LstmStep(lstm, call.AttrInt("input_forget", 0) != 0));
}

std::optional<Proposal> ProposeLstm(const ProposeCall& call) {
  std::optional<Proposal> out = ProposeRecurrent(call, Kind());
  if (out && call.rng.Chance(0.2)) out->attrs.Set("input_forget", int64_t{1});
  return out;
}

}  // namespace
}  // namespace lstm

OpDef LSTMDef() {
  return {.name = "LSTM",
          .meaning = "one layer of long short-term memory",
          .rounding = Rounding::kComposite,
          .infer = lstm::InferLstm,
          .evaluate = lstm::EvaluateLstm,
          .propose = lstm::ProposeLstm,
          .open = {lstm::kClip, lstm::kAlphas}};
}

}  // namespace assay::ops
