// SoftmaxCrossEntropyLoss: negative log-likelihood of the softmax of the scores.
//
//   log_prob = LogSoftmax(scores, axis 1);  loss[n, d..] = -log_prob[n, label, d..] *
//   weights[label]
//
// Spec:  ONNX opsets 12, 13 (bfloat16).
// Traps: the second output holds the log-probabilities; ignored samples count neither in the sum
// nor in the mean.
#include "ops/loss/class_loss.h"
#include "ops/norm/softmax_row.h"

namespace assay::ops {
namespace {

Result<Types> InferSce(const InferCall& call) {
  ASSAY_ASSIGN(const TensorType loss, InferClassLoss(call));
  return Types{ValueType(loss), ValueType(call.input(0))};
}

Bounded LogProbabilities(const EvalCall& call) {
  const Bounded& scores = call.tensor(0);
  const ChannelLayout layout = LayoutOfChannels(scores.shape());
  const Arith arith = call.arith(scores.dtype());
  RealWriter writer(scores.dtype(), scores.shape());
  std::vector<Real> row(static_cast<size_t>(layout.channels)), out(row.size());
  for (int64_t k = 0; k < layout.batch * layout.rest; ++k) {
    const int64_t base = k / layout.rest * layout.channels * layout.rest + k % layout.rest;
    for (int64_t c = 0; c < layout.channels; ++c)
      row[static_cast<size_t>(c)] = scores.real(base + c * layout.rest);
    LogSoftmaxOfRow(arith, row, out);
    for (int64_t c = 0; c < layout.channels; ++c)
      writer.set(base + c * layout.rest, out[static_cast<size_t>(c)]);
  }
  return std::move(writer).Finish();
}

Result<Outputs> EvaluateSce(const EvalCall& call) {
  Bounded log_prob = LogProbabilities(call);
  ASSAY_ASSIGN(Bounded loss, ClassLoss(call, log_prob));
  return Outputs{Known(std::move(loss)), Known(std::move(log_prob))};
}

std::optional<Proposal> ProposeSce(const ProposeCall& call) {
  std::optional<Proposal> p = ProposeClassLoss(call);
  if (p.has_value()) p->outputs = call.rng.Chance(0.4) ? 2 : 1;
  return p;
}

}  // namespace

OpDef SoftmaxCrossEntropyLossDef() {
  return {.name = "SoftmaxCrossEntropyLoss",
          .meaning = "negative log-likelihood of the softmax of the scores",
          .rounding = Rounding::kComposite,
          .infer = InferSce,
          .evaluate = EvaluateSce,
          .propose = ProposeSce};
}

}  // namespace assay::ops
