// AveragePool, GlobalAveragePool: the mean of each window, or of all spatial elements.
//
//   y[n, c, o..] = sum of the window's elements / count
//
// Spec:  ONNX opsets 1, 7 (count_include_pad), 10 (ceil_mode), 19 (dilations), 22 (bfloat16).
// Traps: with count_include_pad the padding counts, but not what lies beyond it under ceil_mode; an
// empty count is undefined.
#include "ops/elementwise.h"
#include "ops/pool/pool.h"
#include "ops/propose.h"
#include "ops/reduce/reduce.h"

namespace assay::ops {
namespace {

Result<Types> InferAveragePool(const InferCall& call) {
  ASSAY_ASSIGN(TensorType type, InferPool(call));
  return OneType(std::move(type));
}

Bounded Means(const Arith& arith, const Bounded& x, const Pool& pool, bool count_padding) {
  Bounded y(x.dtype(), pool.shape);
  std::vector<Real> terms;
  ForEachPoolWindow(pool, [&](int64_t position, const PoolWindow& window) {
    const auto count = static_cast<double>(static_cast<int64_t>(window.taps.size()) +
                                           (count_padding ? window.padding : 0));
    for (int64_t p = 0; p < pool.planes; ++p) {
      const int64_t at = p * pool.positions + position;
      terms.clear();
      for (const int64_t tap : window.taps) terms.push_back(x.real(p * pool.plane + tap));
      if (count == 0)
        y.set(at, Real::Anything());
      else
        y.set(at, MeanBy(arith, terms, count));
    }
  });
  return y;
}

Result<Outputs> EvaluateAveragePool(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const Pool pool, ReadPool(call, x.shape()));
  return One(Means(call.arith(x.dtype()), x, pool, call.AttrInt("count_include_pad", 0) != 0));
}

Result<Outputs> EvaluateGlobalAveragePool(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  return One(Means(call.arith(x.dtype()), x, GlobalPool(x.shape()), false));
}

std::optional<Proposal> ProposeAveragePool(const ProposeCall& call) {
  auto out = ProposePool(call, call.opset >= 19, call.opset >= 10);
  if (out.has_value() && call.opset >= 7 && call.rng.Chance(0.5))
    out->attrs.Set("count_include_pad", int64_t{1});
  return out;
}

}  // namespace

OpDef AveragePoolDef() {
  return {.name = "AveragePool",
          .meaning = "mean of each window",
          .rounding = Rounding::kComposite,
          .data_inputs = {1, 1},
          .infer = InferAveragePool,
          .evaluate = EvaluateAveragePool,
          .propose = ProposeAveragePool,
          .open = {{"a window that holds padding only, without count_include_pad",
                    "ONNX AveragePool: division by a count of zero"},
                   kSameCrops}};
}
OpDef GlobalAveragePoolDef() {
  return {.name = "GlobalAveragePool",
          .meaning = "mean over all spatial axes",
          .rounding = Rounding::kComposite,
          .data_inputs = {1, 1},
          .infer = InferGlobalPool,
          .evaluate = EvaluateGlobalAveragePool,
          .propose = ProposeGlobalPool};
}

}  // namespace assay::ops
