// ScatterElements, Scatter: a copy of the data with single elements replaced or combined; the
// inverse of GatherElements.
//
//   out[indices[i][j]][j] = f(out[indices[i][j]][j], updates[i][j])      (axis 0)
//
// Spec:  ONNX ScatterElements opsets 11, 13, 16 (reduction add, mul), 18 (max, min); Scatter 9,
// deprecated at 11. Traps: duplicate indices without reduction: any of the updates may stay; sums
// may be taken in any order.
#include "ops/indexing/scatter.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

Status CheckUpdateSizes(const TensorType& data, const TensorType& indices,
                        const TensorType& updates, int axis) {
  if (indices.has_rank && indices.rank() != data.rank())
    return Invalid(
        StrCat("indices ", TypeText(indices), " and data ", TypeText(data), " differ in rank"));
  if (updates.has_rank && updates.rank() != data.rank())
    return Invalid(
        StrCat("updates ", TypeText(updates), " and data ", TypeText(data), " differ in rank"));
  for (size_t i = 0; i < data.dims.size(); ++i) {
    const Dim index = indices.has_rank ? indices.dims[i] : Dim::Unknown(),
              update = updates.has_rank ? updates.dims[i] : Dim::Unknown();
    if (index.known() && update.known() && index.size != update.size)
      return Invalid(StrCat("indices ", TypeText(indices), " and updates ", TypeText(updates),
                            " differ in shape"));
    if (i != static_cast<size_t>(axis) && index.known() && data.dims[i].known() &&
        index.size > data.dims[i].size)
      return Invalid(
          StrCat("indices ", TypeText(indices), " exceed data ", TypeText(data), " on axis ", i));
  }
  return {};
}

Result<Types> InferScatterElements(const InferCall& call) {
  const TensorType& data = call.input(0);
  ASSAY_RETURN_IF_ERROR(ReductionOf(call));
  if (!data.has_rank) return OneType(data);
  ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", 0), data.rank()));
  ASSAY_RETURN_IF_ERROR(CheckUpdateSizes(data, call.input(1), call.input(2), axis));
  return OneType(data);
}

Result<Outputs> EvaluateScatterElements(const EvalCall& call) {
  const Bounded &data = call.tensor(0), &indices = call.tensor(1), &updates = call.tensor(2);
  ASSAY_ASSIGN(const Reduction reduction, ReductionOf(call));
  ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", 0), data.rank()));
  const auto type = [](const Bounded& t) { return TensorType(t.dtype(), t.shape()); };
  ASSAY_RETURN_IF_ERROR(CheckUpdateSizes(type(data), type(indices), type(updates), axis));
  Shape strides = Strides(data.shape());
  const int64_t along = strides[static_cast<size_t>(axis)];
  strides[static_cast<size_t>(axis)] = 0;
  std::vector<Contribution> all;
  int64_t i = 0;
  for (Odometer it(indices.shape(), strides); !it.done(); it.Next(), ++i) {
    ASSAY_ASSIGN(const Positions at,
                 PositionsOf(indices.integer(i), data.shape()[static_cast<size_t>(axis)],
                             call.opset() >= 11));
    AddContributions(all, at, along, it.offset(), i);
  }
  return One(ApplyScatter(call, data, updates, std::move(all), reduction));
}

// Distinct positions along the axis, so that the result is specified without a reduction.
Tensor DistinctIndices(Rng& rng, const Shape& shape, int axis, int64_t size) {
  std::vector<int64_t> order;
  for (int64_t i = 0; i < size; ++i) order.push_back(i);
  for (size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[static_cast<size_t>(rng.Int(0, static_cast<int64_t>(i) - 1))]);
  std::vector<int64_t> values;
  for (Odometer it(shape, Shape(shape.size(), 0)); !it.done(); it.Next())
    values.push_back(order[static_cast<size_t>(it.index()[static_cast<size_t>(axis)])]);
  return MakeIntTensor(rng.Chance(0.6) ? DType::kInt64 : DType::kInt32, shape, values);
}

std::optional<Proposal> ProposeScatterElements(const ProposeCall& call) {
  if (call.rank(0) == 0 || ElementCount(call.shape(0)) == 0) return std::nullopt;
  Rng& rng = call.rng;
  const int axis = static_cast<int>(rng.Int(0, call.rank(0) - 1));
  Shape shape = call.shape(0);
  const int64_t size = shape[static_cast<size_t>(axis)];
  for (int64_t& s : shape) s = rng.Int(1, s);
  const DType dtype = call.dtype(0);
  const bool numeric =
      IsFloat(dtype) ? FormatOf(dtype).precision >= 8 : IsInt(dtype) && BitWidth(dtype) >= 8;
  const bool reduce = call.opset >= 16 && numeric && rng.Chance(0.5);
  Proposal out{.attrs = {{"axis", rng.Chance(0.3) ? int64_t{axis} - call.rank(0) : int64_t{axis}}}};
  if (reduce) {
    static constexpr const char* kNames[] = {"add", "mul", "max", "min"};
    out.attrs.Set("reduction", std::string(kNames[rng.Int(0, call.opset >= 18 ? 3 : 1)]));
  }
  out.constants = {
      reduce ? RandomIndices(rng, shape, size, true) : DistinctIndices(rng, shape, axis, size),
      RandomTensor(rng, dtype, shape)};
  return out;
}

}  // namespace

OpDef ScatterElementsDef() {
  return {.name = "ScatterElements",
          .meaning = "replaces or combines single elements",
          .rounding = Rounding::kSum,
          .infer = InferScatterElements,
          .evaluate = EvaluateScatterElements,
          .propose = ProposeScatterElements,
          .open = {kDuplicateTargets}};
}
OpDef ScatterDef() {
  return {.name = "Scatter",
          .meaning = "replaces single elements (before opset 11)",
          .infer = InferScatterElements,
          .evaluate = EvaluateScatterElements,
          .open = {kDuplicateTargets}};
}

}  // namespace assay::ops
