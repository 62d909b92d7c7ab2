// Squeeze, Unsqueeze: removes axes of size 1; inserts axes of size 1.
//
// Spec:  ONNX opsets 1 (attribute axes), 11 (negative axes), 13 (input axes), 21 …. Squeeze without
// axes removes every axis of
//        size 1; Unsqueeze's axes refer to the result.
// Traps: an empty `axes` removes nothing; axes need not be sorted; naming one twice is an error.
#include "ops/propose.h"
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

bool AxesGiven(const InferCall& call) {
  return call.opset() < 13 ? call.HasAttr("axes") : call.has_input(1);
}

Result<std::vector<bool>> Marked(std::span<const int64_t> axes, int64_t rank) {
  ASSAY_ASSIGN(const std::vector<int> at, DistinctAxes(axes, static_cast<int>(rank)));
  std::vector<bool> out(static_cast<size_t>(rank), false);
  for (const int axis : at) out[static_cast<size_t>(axis)] = true;
  return out;
}

// `axes` null: every axis of size 1.
Result<Dims> Squeezed(const TensorType& data, const std::vector<int64_t>* axes) {
  std::vector<bool> drop;
  if (axes != nullptr) {
    ASSAY_ASSIGN(drop, Marked(*axes, data.rank()));
  } else {
    for (const Dim& dim : data.dims) drop.push_back(dim.known() && dim.size == 1);
  }
  Dims out;
  for (size_t i = 0; i < data.dims.size(); ++i) {
    if (!drop[i]) out.push_back(data.dims[i]);
    if (drop[i] && data.dims[i].known() && data.dims[i].size != 1)
      return Invalid(StrCat("axis ", i, " of ", TypeText(data), " does not have size 1"));
  }
  return out;
}

Result<Types> InferSqueeze(const InferCall& call) {
  const TensorType& data = call.input(0);
  if (!data.has_rank) return OneType(TensorType(data.dtype));
  const auto axes = AttrOrConstant(call, "axes", 1, 13);
  if (!axes.has_value() && AxesGiven(call)) {
    const int64_t count = KnownLength(call.input(1));
    return OneType(count < 0 ? TensorType(data.dtype) : OfRank(data.dtype, data.rank() - count));
  }
  if (!axes.has_value())
    for (const Dim& dim : data.dims)
      if (!dim.known()) return OneType(TensorType(data.dtype));
  ASSAY_ASSIGN(const Dims dims, Squeezed(data, axes ? &*axes : nullptr));
  return OneType(TensorType(data.dtype, dims));
}

Result<Shape> ToShape(Result<Dims> dims) {
  ASSAY_RETURN_IF_ERROR(dims);
  Shape shape;
  for (const Dim& dim : *dims) shape.push_back(dim.size);
  return shape;
}

Result<Outputs> EvaluateSqueeze(const EvalCall& call) {
  const Bounded& data = call.tensor(0);
  ASSAY_ASSIGN(const auto axes, AttrOrInput(call, "axes", 1, 13));
  ASSAY_ASSIGN(const Shape shape,
               ToShape(Squeezed(TensorType(data.dtype(), data.shape()), axes ? &*axes : nullptr)));
  return One(data.Reshaped(shape));
}

Result<Dims> Unsqueezed(const Dims& data, const std::vector<int64_t>& axes) {
  const size_t rank = data.size() + axes.size();
  if (rank > 1024) return Invalid(StrCat("a rank of ", rank, " is absurd"));
  ASSAY_ASSIGN(const std::vector<bool> added, Marked(axes, static_cast<int64_t>(rank)));
  Dims out;
  size_t next = 0;
  for (size_t i = 0; i < rank; ++i) out.push_back(added[i] ? Dim::Known(1) : data[next++]);
  return out;
}

Result<Types> InferUnsqueeze(const InferCall& call) {
  const TensorType& data = call.input(0);
  if (!data.has_rank) return OneType(TensorType(data.dtype));
  const auto axes = AttrOrConstant(call, "axes", 1, 13);
  if (!axes.has_value()) {
    const int64_t count = KnownLength(call.input(1));
    return OneType(count < 0 ? TensorType(data.dtype) : OfRank(data.dtype, data.rank() + count));
  }
  ASSAY_ASSIGN(const Dims dims, Unsqueezed(data.dims, *axes));
  return OneType(TensorType(data.dtype, dims));
}

Result<Outputs> EvaluateUnsqueeze(const EvalCall& call) {
  const Bounded& data = call.tensor(0);
  ASSAY_ASSIGN(const auto axes, AttrOrInput(call, "axes", 1, 13));
  if (!axes.has_value()) return Invalid("axes is missing");
  ASSAY_ASSIGN(const Shape shape,
               ToShape(Unsqueezed(TensorType(data.dtype(), data.shape()).dims, *axes)));
  return One(data.Reshaped(shape));
}

Proposal WithAxes(const ProposeCall& call, const std::vector<int64_t>& axes) {
  if (call.opset < 13) return Proposal{.attrs = {{"axes", axes}}};
  return Proposal{.constants = {Int64Vector(axes)}};
}

std::optional<Proposal> ProposeSqueeze(const ProposeCall& call) {
  std::vector<int64_t> axes;
  const int rank = call.rank(0);
  for (int i = 0; i < rank; ++i)
    if (call.shape(0)[static_cast<size_t>(i)] == 1 && call.rng.Chance(0.7))
      axes.push_back(call.opset >= 11 && call.rng.Chance(0.3) ? i - rank : i);
  if (axes.empty()) return call.rng.Chance(0.5) ? std::optional(Proposal{}) : std::nullopt;
  return WithAxes(call, axes);
}

std::optional<Proposal> ProposeUnsqueeze(const ProposeCall& call) {
  const int count = static_cast<int>(call.rng.Int(1, 2)), rank = call.rank(0) + count;
  if (rank > 6) return std::nullopt;
  std::vector<int64_t> axes = {call.rng.Int(0, rank - 1)};
  if (count == 2) axes.push_back((axes[0] + call.rng.Int(1, rank - 1)) % rank);
  for (int64_t& axis : axes)
    if (call.opset >= 11 && call.rng.Chance(0.3)) axis -= rank;
  return WithAxes(call, axes);
}

}  // namespace

OpDef SqueezeDef() {
  return {.name = "Squeeze",
          .meaning = "removes axes of size 1",
          .infer = InferSqueeze,
          .evaluate = EvaluateSqueeze,
          .propose = ProposeSqueeze};
}
OpDef UnsqueezeDef() {
  return {.name = "Unsqueeze",
          .meaning = "inserts axes of size 1",
          .infer = InferUnsqueeze,
          .evaluate = EvaluateUnsqueeze,
          .propose = ProposeUnsqueeze};
}

}  // namespace assay::ops
