// Gather: picks slices of `data` along `axis` at the positions given by `indices`.
//
//   out[a.., i.., b..] = data[a.., indices[i..], b..]
//
// Spec:  ONNX opsets 1, 11 (indices may be negative), 13 (bfloat16).
// Traps: a rank-0 `indices` removes the axis; an axis of size 0 admits no index at all. An
// uncertain index gives the hull of
//        all elements it may name.
#include "ops/indexing/positions.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

Result<Types> InferGather(const InferCall& call) {
  const TensorType &data = call.input(0), &indices = call.input(1);
  if (!data.has_rank) return OneType(TensorType(data.dtype));
  ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", 0), data.rank()));
  const Dim size = data.dims[static_cast<size_t>(axis)];
  const auto constant = call.ConstantInts(1);
  for (size_t i = 0; constant.has_value() && size.known() && i < constant->size(); ++i)
    ASSAY_RETURN_IF_ERROR(PositionsOf(Int::Point((*constant)[i]), size.size, call.opset() >= 11));
  if (!indices.has_rank) return OneType(TensorType(data.dtype));
  Dims dims;
  for (size_t i = 0; i < data.dims.size(); ++i) {
    if (i != static_cast<size_t>(axis)) dims.push_back(data.dims[i]);
    if (i == static_cast<size_t>(axis))
      for (const Dim& dim : indices.dims) dims.push_back(dim);
  }
  return OneType(TensorType(data.dtype, dims));
}

Result<Outputs> EvaluateGather(const EvalCall& call) {
  const Bounded &data = call.tensor(0), &indices = call.tensor(1);
  ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", 0), data.rank()));
  const AxisView view(data.shape(), axis);
  Shape shape;
  for (size_t i = 0; i < data.shape().size(); ++i) {
    if (i != static_cast<size_t>(axis)) shape.push_back(data.shape()[i]);
    if (i == static_cast<size_t>(axis))
      for (const int64_t size : indices.shape()) shape.push_back(size);
  }
  ASSAY_ASSIGN(Bounded out, NewTensor(data.dtype(), shape));
  for (int64_t i = 0; i < indices.count(); ++i) {
    ASSAY_ASSIGN(const Positions at,
                 PositionsOf(indices.integer(i), view.size, call.opset() >= 11));
    for (int64_t o = 0; o < view.outer; ++o)
      for (int64_t k = 0; k < view.inner; ++k)
        ASSAY_RETURN_IF_ERROR(SetEither(out, (o * indices.count() + i) * view.inner + k, data,
                                        view.at(o, 0, k), at, view.inner));
  }
  return One(std::move(out));
}

std::optional<Proposal> ProposeGather(const ProposeCall& call) {
  if (call.rank(0) == 0) return std::nullopt;
  const int64_t axis = RandomAxis(call.rng, call.rank(0));
  const int64_t size = call.shape(0)[static_cast<size_t>(axis < 0 ? axis + call.rank(0) : axis)];
  if (size == 0) return std::nullopt;
  Shape shape;
  for (int64_t i = call.rng.Int(0, 2); i > 0; --i) shape.push_back(call.rng.Int(1, 4));
  return Proposal{.attrs = {{"axis", axis}},
                  .constants = {RandomIndices(call.rng, shape, size, call.opset >= 11)}};
}

}  // namespace

OpDef GatherDef() {
  return {.name = "Gather",
          .meaning = "picks slices along an axis",
          .infer = InferGather,
          .evaluate = EvaluateGather,
          .propose = ProposeGather};
}

}  // namespace assay::ops
