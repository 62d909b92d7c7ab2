// ConvInteger: convolution of 8-bit integers, accumulated in int32.
//
//   y = conv(x - x_zero_point, w - w_zero_point)
//
// Spec:  ONNX opset 10. x_zero_point is one number, w_zero_point one number or one per output
// channel. Traps: padding adds zeros after the zero point has been taken off.
#include "ops/conv/window.h"
#include "ops/propose.h"
#include "ops/quantize/conv_plan.h"
#include "ops/quantize/quantized.h"

namespace assay::ops {
namespace {

Result<Types> InferConvInteger(const InferCall& call) {
  ASSAY_ASSIGN(const TensorType y, ConvType(call, call.input(0), call.input(1), DType::kInt32));
  const auto zero = call.input(3).shape();
  if (zero.has_value() && y.has_rank && y.dims[1].known() && CheckedElementCount(*zero) != 1 &&
      *zero != Shape{y.dims[1].size})
    return Invalid(StrCat("w_zero_point of shape ", ShapeText(*zero), " does not fit ",
                          y.dims[1].size, " filters"));
  return OneType(y);
}

Result<Outputs> EvaluateConvInteger(const EvalCall& call) {
  const Bounded &x = call.tensor(0), &w = call.tensor(1);
  ASSAY_ASSIGN(const ConvPlan plan, ConvPlan::Of(call, x.shape(), w.shape()));
  const Int x_zero =
      call.has_input(2) && call.tensor(2).count() > 0 ? call.tensor(2).integer(0) : Int::Point(0);
  const int64_t per_filter = w.shape()[0] > 0 ? w.count() / w.shape()[0] : 1;
  const auto w_zero = [&](int64_t i) {
    if (!call.has_input(3)) return Int::Point(0);
    return call.tensor(3).integer(call.tensor(3).count() == 1 ? 0 : i / per_filter);
  };
  Bounded y(DType::kInt32, plan.out());
  const IntArith arith = call.int_arith(DType::kInt32);
  IntSum sum;
  plan.ForEach(
      [&](int64_t i, int64_t j) { sum.Add(x.integer(i), x_zero, w.integer(j), w_zero(j)); },
      [&](int64_t out, int64_t) {
        y.set(out, arith.Fit(sum.v, sum.lo, sum.hi));
        sum = IntSum();
      });
  return One(std::move(y));
}

std::optional<Proposal> ProposeConvInteger(const ProposeCall& call) {
  const DType type = call.rng.Chance(0.5) ? DType::kInt8 : DType::kUint8;
  const auto conv = ProposeConv(call, type);
  if (!conv.has_value()) return std::nullopt;
  Proposal p{.attrs = conv->attrs};
  p.constants.emplace_back(conv->weights);
  if (call.rng.Chance(0.6)) {
    p.constants.emplace_back(RandomZeroPoint(call.rng, call.dtype(0), {}));
    const Shape filters = call.rng.Chance(0.5) ? Shape{} : Shape{conv->weights.shape()[0]};
    if (call.rng.Chance(0.5)) p.constants.emplace_back(RandomZeroPoint(call.rng, type, filters));
  }
  return p;
}

}  // namespace

OpDef ConvIntegerDef() {
  return {.name = "ConvInteger",
          .meaning = "convolution of 8-bit integers in int32",
          .rounding = Rounding::kExact,
          .infer = InferConvInteger,
          .evaluate = EvaluateConvInteger,
          .propose = ProposeConvInteger,
          .open = {kSameCrops}};
}

}  // namespace assay::ops
