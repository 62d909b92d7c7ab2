// GlobalMaxPool: the largest element over all spatial axes.
//
// Spec:  ONNX opsets 1, 22 (bfloat16).
#include "ops/elementwise.h"
#include "ops/pool/pool.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

Result<Outputs> EvaluateGlobalMaxPool(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  const Arith arith = call.arith(x.dtype());
  const Pool pool = GlobalPool(x.shape());
  Bounded y(x.dtype(), pool.shape);
  for (int64_t p = 0; p < pool.planes; ++p) {
    if (pool.plane == 0) {
      y.set(p, Real::Anything());
      continue;
    }
    Real largest = x.real(p * pool.plane);
    for (int64_t i = 1; i < pool.plane; ++i)
      largest = arith.Max(largest, x.real(p * pool.plane + i));
    y.set(p, largest);
  }
  return One(std::move(y));
}

}  // namespace

OpDef GlobalMaxPoolDef() {
  return {.name = "GlobalMaxPool",
          .meaning = "largest element over all spatial axes",
          .rounding = Rounding::kExact,
          .data_inputs = {1, 1},
          .infer = InferGlobalPool,
          .evaluate = EvaluateGlobalMaxPool,
          .propose = ProposeGlobalPool,
          .open = {{"NaN among the elements", "ONNX GlobalMaxPool: no text on NaN"}}};
}

}  // namespace assay::ops
