// StringConcat: joins two string tensors elementwise, with NumPy broadcasting.
//
//   out = x followed by y
//
// Spec:  ONNX opset 20.
#include "ops/elementwise.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

Result<Outputs> EvaluateStringConcat(const EvalCall& call) {
  const Bounded &x = call.tensor(0), &y = call.tensor(1);
  ASSAY_ASSIGN(const Shape shape, BroadcastShapes(x.shape(), y.shape()));
  ASSAY_ASSIGN(Bounded out, NewTensor(DType::kString, shape));
  const std::vector<int64_t> ix = BroadcastMap(x.shape(), shape),
                             iy = BroadcastMap(y.shape(), shape);
  for (int64_t i = 0; i < out.count(); ++i) out.set(i, x.string(At(ix, i)) + y.string(At(iy, i)));
  return One(std::move(out));
}

}  // namespace

OpDef StringConcatDef() {
  return {.name = "StringConcat",
          .meaning = "joins strings elementwise with broadcasting",
          .rounding = Rounding::kExact,
          .data_inputs = {2, 2},
          .infer = InferBroadcast,
          .evaluate = EvaluateStringConcat,
          .propose = ProposeBroadcast};
}

}  // namespace assay::ops
