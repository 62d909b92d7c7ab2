// QLinearConv: convolution of quantised tensors, quantised again.
//
//   y = saturate(round((conv(x - x_zp, w - w_zp) + B) * x_scale * w_scale / y_scale) + y_zp)
//
// Spec:  ONNX opset 10. w_scale and w_zero_point are one number or one per output channel; B is
// int32 in units of
//        x_scale * w_scale.
// Traps: padding adds zeros after the zero point has been taken off; the sum is exact, the
// rescaling is not.
#include "ops/conv/window.h"
#include "ops/propose.h"
#include "ops/quantize/conv_plan.h"
#include "ops/quantize/quantized.h"

namespace assay::ops {
namespace {

enum ConvInput : size_t { kX, kXScale, kXZero, kW, kWScale, kWZero, kYScale, kYZero, kBias };

Result<Types> InferQLinearConv(const InferCall& call) {
  ASSAY_ASSIGN(const TensorType y,
               ConvType(call, call.input(kX), call.input(kW), call.dtype(kYZero)));
  for (const size_t i : {kXScale, kXZero, kWScale, kWZero, kYScale, kYZero, kBias}) {
    const auto shape = call.input(i).shape();
    if (!shape.has_value() || !y.has_rank || !y.dims[1].known()) continue;
    const bool per_filter =
        (i == kWScale || i == kWZero || i == kBias) && *shape == Shape{y.dims[1].size};
    const bool single = i != kBias && CheckedElementCount(*shape) == 1;
    if (!per_filter && !single)
      return Invalid(StrCat("input ", i, " of shape ", ShapeText(*shape), " does not fit ",
                            y.dims[1].size, " filters"));
  }
  return OneType(y);
}

Result<Outputs> EvaluateQLinearConv(const EvalCall& call) {
  const Bounded &x = call.tensor(kX), &w = call.tensor(kW);
  ASSAY_ASSIGN(const ConvPlan plan, ConvPlan::Of(call, x.shape(), w.shape()));
  const Int x_zero = call.tensor(kXZero).integer(0), y_zero = call.tensor(kYZero).integer(0);
  const Real x_scale = call.tensor(kXScale).real(0), y_scale = call.tensor(kYScale).real(0);
  const int64_t per_filter = w.shape()[0] > 0 ? w.count() / w.shape()[0] : 1;
  const auto of_filter = [](const Bounded& t, int64_t m) { return t.count() == 1 ? 0 : m; };
  const DType type = call.tensor(kYZero).dtype();
  Bounded y(type, plan.out());
  IntSum sum;
  const auto term = [&](int64_t i, int64_t j) {
    const Bounded& zero = call.tensor(kWZero);
    sum.Add(x.integer(i), x_zero, w.integer(j), zero.integer(of_filter(zero, j / per_filter)));
  };
  const auto done = [&](int64_t out, int64_t m) {
    if (call.has_input(kBias)) sum.Add(call.tensor(kBias).integer(m));
    const Int held = call.int_arith(DType::kInt32).Fit(sum.v, sum.lo, sum.hi);
    const Real total{static_cast<double>(held.v), static_cast<double>(held.lo),
                     static_cast<double>(held.hi), Nan::kNever};
    const Real w_scale = call.tensor(kWScale).real(of_filter(call.tensor(kWScale), m));
    y.set(out,
          RequantizeToInt(call, Rescale(call, DType::kFloat32, total, x_scale, w_scale, y_scale),
                          y_zero, type));
    sum = IntSum();
  };
  plan.ForEach(term, done);
  return One(std::move(y));
}

std::optional<Proposal> ProposeQLinearConv(const ProposeCall& call) {
  const DType type = call.rng.Chance(0.5) ? DType::kInt8 : DType::kUint8,
              y = call.rng.Chance(0.8) ? call.dtype(0) : type;
  const auto conv = ProposeConv(call, type);
  if (!conv.has_value()) return std::nullopt;
  const int64_t filters = conv->weights.shape()[0];
  const Shape per_filter = call.rng.Chance(0.5) ? Shape{} : Shape{filters};
  Proposal p{.attrs = conv->attrs};
  p.constants.emplace_back(RandomScale(call.rng, DType::kFloat32, {}));
  p.constants.emplace_back(RandomZeroPoint(call.rng, call.dtype(0), {}));
  p.constants.emplace_back(conv->weights);
  p.constants.emplace_back(RandomScale(call.rng, DType::kFloat32, per_filter));
  p.constants.emplace_back(RandomZeroPoint(call.rng, type, per_filter));
  p.constants.emplace_back(RandomTensor(call.rng, DType::kFloat32, {}, 0.1, 2));
  p.constants.emplace_back(RandomZeroPoint(call.rng, y, {}));
  if (call.rng.Chance(0.5))
    p.constants.emplace_back(RandomTensor(call.rng, DType::kInt32, {filters}, -2000, 2000));
  return p;
}

}  // namespace

OpDef QLinearConvDef() {
  return {.name = "QLinearConv",
          .meaning = "convolution of quantised tensors, quantised again",
          .rounding = Rounding::kComposite,
          .infer = InferQLinearConv,
          .evaluate = EvaluateQLinearConv,
          .propose = ProposeQLinearConv,
          .open = {kSameCrops}};
}

}  // namespace assay::ops
