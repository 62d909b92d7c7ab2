// NonZero: the indices of all elements that are not zero, one column each, in row-major order.
//
//   out.shape = [rank, number of non-zero elements]
//
// Spec:  ONNX opsets 9, 13. NaN counts as non-zero.
// Traps: the shape depends on the values, so an element that may or may not be zero leaves the
// result undetermined; a
//        scalar has no axes: shape [0, n].
#include "ops/propose.h"
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

Result<Types> InferNonZero(const InferCall& call) {
  const TensorType& x = call.input(0);
  return OneType(TensorType(
      DType::kInt64, Dims{x.has_rank ? Dim::Known(x.rank()) : Dim::Unknown(), Dim::Unknown()}));
}

Result<bool> IsNonZero(const Bounded& x, int64_t i) {
  if (x.is_real()) {
    const Real r = x.real(i);
    if (r.nan == Nan::kMust || r.lo > 0 || r.hi < 0) return true;
    if (r.point() && r.v == 0) return false;
  } else {
    const Int n = x.integer(i);
    if (n.point()) return n.v != 0;
    if (x.dtype() != DType::kUint64 && !n.contains(0)) return true;
  }
  return Undetermined(StrCat("NonZero: whether element ", i, " is zero depends on rounding"));
}

Result<Outputs> EvaluateNonZero(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  if (x.is_string()) return Unsupported("NonZero of strings is not specified");
  std::vector<Shape> found;
  int64_t i = 0;
  for (Odometer it(x.shape(), Strides(x.shape())); !it.done(); it.Next(), ++i) {
    ASSAY_ASSIGN(const bool chosen, IsNonZero(x, i));
    if (chosen) found.push_back(it.index());
  }
  const auto count = static_cast<int64_t>(found.size());
  Bounded out(DType::kInt64, {x.rank(), count});
  for (int64_t axis = 0; axis < x.rank(); ++axis)
    for (int64_t k = 0; k < count; ++k)
      out.set(axis * count + k,
              Int::Point(found[static_cast<size_t>(k)][static_cast<size_t>(axis)]));
  return One(std::move(out));
}

std::optional<Proposal> ProposeNonZero(const ProposeCall& call) {
  if (call.dtype(0) == DType::kString) return std::nullopt;
  return Proposal{};
}

}  // namespace

OpDef NonZeroDef() {
  return {.name = "NonZero",
          .meaning = "indices of the elements that are not zero",
          .infer = InferNonZero,
          .evaluate = EvaluateNonZero,
          .propose = ProposeNonZero};
}

}  // namespace assay::ops
