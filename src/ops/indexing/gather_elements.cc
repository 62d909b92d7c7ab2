// GatherElements: picks single elements; the index replaces one coordinate of its own position.
//
//   out[i][j] = data[indices[i][j]][j] for axis 0, data[i][indices[i][j]] for axis 1, ..
//
// Spec:  ONNX opsets 11, 13 (bfloat16). `indices` has the rank of `data` and the shape of the
// result. Traps: the other sizes of `indices` may be smaller than those of `data`, not larger.
#include "ops/indexing/positions.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

Status CheckGatherSizes(const TensorType& data, const TensorType& indices, int axis) {
  if (data.rank() != indices.rank())
    return Invalid(StrCat(TypeText(data), " and ", TypeText(indices), " differ in rank"));
  for (size_t i = 0; i < data.dims.size(); ++i)
    if (i != static_cast<size_t>(axis) && data.dims[i].known() && indices.dims[i].known() &&
        indices.dims[i].size > data.dims[i].size)
      return Invalid(
          StrCat("indices ", TypeText(indices), " exceed ", TypeText(data), " on axis ", i));
  return {};
}

Result<Types> InferGatherElements(const InferCall& call) {
  const TensorType &data = call.input(0), &indices = call.input(1);
  if (data.has_rank) {
    ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", 0), data.rank()));
    if (indices.has_rank) ASSAY_RETURN_IF_ERROR(CheckGatherSizes(data, indices, axis));
  }
  TensorType out = indices.has_rank ? indices : OfRank(data.dtype, data.rank());
  out.dtype = data.dtype;
  return OneType(out);
}

Result<Outputs> EvaluateGatherElements(const EvalCall& call) {
  const Bounded &data = call.tensor(0), &indices = call.tensor(1);
  ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", 0), data.rank()));
  ASSAY_RETURN_IF_ERROR(CheckGatherSizes(TensorType(data.dtype(), data.shape()),
                                         TensorType(data.dtype(), indices.shape()), axis));
  Bounded out(data.dtype(), indices.shape());
  Shape strides = Strides(data.shape());
  const int64_t along = strides[static_cast<size_t>(axis)];
  strides[static_cast<size_t>(axis)] = 0;
  int64_t i = 0;
  for (Odometer it(indices.shape(), strides); !it.done(); it.Next(), ++i) {
    ASSAY_ASSIGN(const Positions at,
                 PositionsOf(indices.integer(i), data.shape()[static_cast<size_t>(axis)]));
    ASSAY_RETURN_IF_ERROR(SetEither(out, i, data, it.offset(), at, along));
  }
  return One(std::move(out));
}

std::optional<Proposal> ProposeGatherElements(const ProposeCall& call) {
  if (call.rank(0) == 0 || ElementCount(call.shape(0)) == 0) return std::nullopt;
  const int64_t axis = RandomAxis(call.rng, call.rank(0));
  const auto at = static_cast<size_t>(axis < 0 ? axis + call.rank(0) : axis);
  Shape shape = call.shape(0);
  const int64_t size = shape[at];
  for (size_t i = 0; i < shape.size(); ++i)
    shape[i] = i == at                ? call.rng.Int(1, 4)
               : call.rng.Chance(0.7) ? shape[i]
                                      : call.rng.Int(1, shape[i]);
  return Proposal{.attrs = {{"axis", axis}},
                  .constants = {RandomIndices(call.rng, shape, size, true)}};
}

}  // namespace

OpDef GatherElementsDef() {
  return {.name = "GatherElements",
          .meaning = "picks elements along an axis",
          .infer = InferGatherElements,
          .evaluate = EvaluateGatherElements,
          .propose = ProposeGatherElements};
}

}  // namespace assay::ops
