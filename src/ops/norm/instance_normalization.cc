// InstanceNormalization: standardises each channel of each instance, then scales and shifts per
// channel.
//
//   y = scale[c] * (x - mean) / sqrt(variance + epsilon) + B[c]
//
// Spec:  ONNX opsets 1 (consumed_inputs, ignored), 6, 22 (bfloat16).
#include "ops/norm/channels.h"
#include "ops/norm/moments.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

Result<Types> InferInstanceNormalization(const InferCall& call) {
  TensorType x = call.input(0);
  ASSAY_RETURN_IF_ERROR(CheckPerChannel(call, x, 1, 2));
  return OneType(x);
}

Result<Outputs> EvaluateInstanceNormalization(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  const Bounded &scale = call.tensor(1), &bias = call.tensor(2);
  const ChannelLayout layout = LayoutOfChannels(x.shape());
  const Arith arith = call.arith(x.dtype());
  const Real epsilon = arith.Constant(call.AttrFloat("epsilon", 1e-5F));
  RealWriter writer(x.dtype(), x.shape());
  std::vector<Real> row(static_cast<size_t>(layout.rest));
  for (int64_t k = 0; k < layout.batch * layout.channels; ++k) {
    const int64_t base = k * layout.rest, c = k % layout.channels;
    for (int64_t i = 0; i < layout.rest; ++i) row[static_cast<size_t>(i)] = x.real(base + i);
    if (row.empty()) continue;
    const Moments moments = MomentsOf(arith, row);
    const Standardizer standardizer(arith, arith, moments,
                                    InverseDeviation(arith, moments.variance, epsilon));
    for (int64_t i = 0; i < layout.rest; ++i)
      writer.set(base + i,
                 standardizer.Apply(row[static_cast<size_t>(i)], scale.real(c), bias.real(c)));
  }
  return One(std::move(writer).Finish());
}

std::optional<Proposal> ProposeInstanceNormalization(const ProposeCall& call) {
  if (call.rank(0) < 3) return std::nullopt;
  const Shape channels = {call.shape(0)[1]};
  Proposal p;
  if (call.rng.Chance(0.5)) p.attrs.Set("epsilon", static_cast<float>(call.rng.Real(1e-5, 0.1)));
  p.constants.emplace_back(RandomTensor(call.rng, call.dtype(0), channels));
  p.constants.emplace_back(RandomTensor(call.rng, call.dtype(0), channels));
  return p;
}

}  // namespace

OpDef InstanceNormalizationDef() {
  return {.name = "InstanceNormalization",
          .meaning = "standardises each channel of each instance",
          .rounding = Rounding::kComposite,
          .infer = InferInstanceNormalization,
          .evaluate = EvaluateInstanceNormalization,
          .propose = ProposeInstanceNormalization};
}

}  // namespace assay::ops
