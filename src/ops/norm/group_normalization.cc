// GroupNormalization: standardises groups of channels of each instance, then scales and shifts.
//
//   y = scale * (x - mean) / sqrt(variance + epsilon) + bias
//
// Spec:  ONNX opsets 18 (one scale and bias per group; deprecated), 21 (per channel; stash_type).
// Traps: the first stage is computed in the type that stash_type names, the second one in that of
// X.
#include "ops/norm/channels.h"
#include "ops/norm/moments.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

constexpr Open kEmptyGroups = {
    "empty tensors",
    "ONNX GroupNormalization: its function body reshapes to the sizes of X "
    "with Reshape, which takes "
    "a size of 0 to mean 'as in the input', and so fails"};

Result<Types> InferGroupNormalization(const InferCall& call) {
  TensorType x = call.input(0);
  const int64_t groups = call.AttrInt("num_groups", 0);
  if (groups <= 0) return Invalid(StrCat("num_groups must be positive, is ", groups));
  if (call.opset() >= 21) {
    ASSAY_RETURN_IF_ERROR(StashType(call));
    ASSAY_RETURN_IF_ERROR(CheckPerChannel(call, x, 1, 2));
  } else {
    Dim per_group = Dim::Known(groups);
    for (const size_t i : {size_t{1}, size_t{2}})
      ASSAY_RETURN_IF_ERROR(CheckVector(call, i, per_group));
  }
  if (x.has_rank && x.rank() < 2)
    return Invalid(StrCat("input 0 needs an axis of channels, is ", TypeText(x)));
  if (x.has_rank && x.dims[1].known() && x.dims[1].size % groups != 0)
    return Invalid(StrCat(x.dims[1].size, " channels do not form ", groups, " equal groups"));
  return OneType(x);
}

Result<Outputs> EvaluateGroupNormalization(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  const Bounded &scale = call.tensor(1), &bias = call.tensor(2);
  if (x.count() == 0) return Undetermined("GroupNormalization of an empty tensor");
  const ChannelLayout layout = LayoutOfChannels(x.shape());
  const int64_t groups = call.AttrInt("num_groups", 1);
  DType stage = x.dtype();
  if (call.opset() >= 21) {
    ASSAY_ASSIGN(stage, StashType(call));
  }
  const Arith first = call.arith(stage), second = call.arith(LessPrecise(stage, x.dtype()));
  const Real epsilon = first.Constant(call.AttrFloat("epsilon", 1e-5F));
  const int64_t per_group = layout.channels / groups, length = per_group * layout.rest;
  RealWriter writer(x.dtype(), x.shape());
  std::vector<Real> row(static_cast<size_t>(length));
  for (int64_t k = 0; k < layout.batch * groups; ++k) {
    for (int64_t i = 0; i < length; ++i)
      row[static_cast<size_t>(i)] = AsSeenBy(first, x.dtype(), x.real(k * length + i));
    const Moments moments = MomentsOf(first, row);
    const Standardizer standardizer(first, second, moments,
                                    InverseDeviation(first, moments.variance, epsilon));
    for (int64_t i = 0; i < length; ++i) {
      const int64_t group = k % groups, channel = group * per_group + i / layout.rest;
      const int64_t p = call.opset() >= 21 ? channel : group;
      writer.set(k * length + i,
                 standardizer.Apply(row[static_cast<size_t>(i)], scale.real(p), bias.real(p)));
    }
  }
  return One(std::move(writer).Finish());
}

std::optional<Proposal> ProposeGroupNormalization(const ProposeCall& call) {
  if (call.rank(0) < 3 || ElementCount(call.shape(0)) == 0) return std::nullopt;
  const int64_t channels = call.shape(0)[1];
  int64_t groups = call.rng.Int(1, channels);
  while (channels % groups != 0) --groups;
  const Shape parameters = {call.opset >= 21 ? channels : groups};
  Proposal p{.attrs = {{"num_groups", groups}}};
  if (call.rng.Chance(0.5)) p.attrs.Set("epsilon", static_cast<float>(call.rng.Real(1e-5, 0.1)));
  p.constants.emplace_back(RandomTensor(call.rng, call.dtype(0), parameters));
  p.constants.emplace_back(RandomTensor(call.rng, call.dtype(0), parameters));
  return p;
}

}  // namespace

OpDef GroupNormalizationDef() {
  return {.name = "GroupNormalization",
          .meaning = "standardises groups of channels of each instance",
          .rounding = Rounding::kComposite,
          .infer = InferGroupNormalization,
          .evaluate = EvaluateGroupNormalization,
          .propose = ProposeGroupNormalization,
          .open = {kEmptyGroups}};
}

}  // namespace assay::ops
