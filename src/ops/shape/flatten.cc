// Flatten: reshapes to a matrix.
//
//   out.shape = [product of the sizes before axis, product of the sizes from axis on]
//
// Spec:  ONNX opsets 1, 9 (all types), 11 (negative axis), 13, 21 …. axis in [-r, r], default 1.
// Traps: axis may equal the rank; a scalar becomes [1, 1].
#include "ops/propose.h"
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

Result<size_t> FlattenAxis(const Call& call, int rank) {
  const int64_t axis = call.AttrInt("axis", 1);
  // The schema's default is written for matrices; a scalar has no axis 1, and both of its products
  // are empty.
  if (rank == 0 && !call.HasAttr("axis")) return size_t{0};
  if (axis < -rank || axis > rank)
    return Invalid(StrCat("axis ", axis, " is out of range for rank ", rank));
  return static_cast<size_t>(axis < 0 ? axis + rank : axis);
}

Result<Types> InferFlatten(const InferCall& call) {
  const TensorType& x = call.input(0);
  if (!x.has_rank) return OneType(OfRank(x.dtype, 2));
  ASSAY_ASSIGN(const size_t axis, FlattenAxis(call, x.rank()));
  return OneType(TensorType(
      x.dtype, Dims{ProductOf(x.dims, 0, axis), ProductOf(x.dims, axis, x.dims.size())}));
}

Result<Outputs> EvaluateFlatten(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const size_t axis, FlattenAxis(call, x.rank()));
  Shape shape = {1, 1};
  for (size_t i = 0; i < x.shape().size(); ++i) shape[i < axis ? 0 : 1] *= x.shape()[i];
  return One(x.Reshaped(shape));
}

std::optional<Proposal> ProposeFlatten(const ProposeCall& call) {
  return Proposal{
      .attrs = {{"axis", call.rng.Int(call.opset >= 11 ? -call.rank(0) : 0, call.rank(0))}}};
}

}  // namespace

OpDef FlattenDef() {
  return {.name = "Flatten",
          .meaning = "reshapes to a matrix",
          .infer = InferFlatten,
          .evaluate = EvaluateFlatten,
          .propose = ProposeFlatten};
}

}  // namespace assay::ops
