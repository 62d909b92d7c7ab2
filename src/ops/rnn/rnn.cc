// RNN: one layer of a simple recurrent network.
//
//   H[t] = f(W x[t] + Wb + R H[t-1] + Rb)
//
// Spec:  ONNX opsets 1, 7, 14 (layout), 22 (bfloat16).
// Traps: sequence_lens cuts each sequence (later outputs are zero); reverse runs from the last
// valid step to the first.
#include "ops/rnn/recurrent.h"

namespace assay::ops {
namespace rnn {
namespace {

constexpr Open kAlphas = {
    "whether a function without alpha or beta consumes an entry of activation_alpha and "
    "activation_beta",
    "ONNX RNN: 'The values are consumed in the order of activation functions'"};

const CellKind& Kind() {
  static const auto* const kind = new CellKind{1, false, {"Tanh"}};
  return *kind;
}

Result<Types> InferRnn(const InferCall& call) { return InferRecurrent(call, Kind()); }
std::optional<Proposal> ProposeRnn(const ProposeCall& call) {
  return ProposeRecurrent(call, Kind());
}

Result<Outputs> EvaluateRnn(const EvalCall& call) {
  ASSAY_ASSIGN(const RecurrentCall rnn, RecurrentCall::From(call, Kind()));
  return rnn.Run(
      [&](const Direction& d, std::span<const Real> x, std::vector<Real>& h, std::vector<Real>&) {
        std::vector<Real> next(h.size());
        for (int64_t u = 0; u < rnn.hidden(); ++u)
          next[static_cast<size_t>(u)] = d.activations[0].Apply(rnn.arith(), rnn.Gate(d, u, x, h));
        h = std::move(next);
      });
}

}  // namespace
}  // namespace rnn

OpDef RNNDef() {
  return {.name = "RNN",
          .meaning = "one layer of a simple recurrent network",
          .rounding = Rounding::kComposite,
          .infer = rnn::InferRnn,
          .evaluate = rnn::EvaluateRnn,
          .propose = rnn::ProposeRnn,
          .open = {rnn::kAlphas}};
}

}  // namespace assay::ops
