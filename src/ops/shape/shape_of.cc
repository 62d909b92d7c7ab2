// Shape, Size: the sizes of a tensor, and their product, as integers.
//
//   Shape: out = data.shape[start:end],   Size: out = number of elements
//
// Spec:  ONNX Shape opsets 1, 13, 15 (start, end: clamped, negative ones count from the end), 19 …;
// Size 1, 13, 19 …. Traps: start beyond end gives an empty vector, not an error.
#include "ops/propose.h"
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

struct Part {
  int64_t start, end;
};

Part PartOf(const Call& call, int64_t rank) {
  int64_t start = call.AttrInt("start", 0), end = call.AttrInt("end", rank);
  if (start < 0) start += rank;
  if (end < 0) end += rank;
  start = std::clamp<int64_t>(start, 0, rank);
  return {start, std::clamp<int64_t>(end, start, rank)};
}

Result<Types> InferShape(const InferCall& call) {
  const TensorType& data = call.input(0);
  if (!data.has_rank) return OneType(OfRank(DType::kInt64, 1));
  const Part part = PartOf(call, data.rank());
  return OneType(TensorType(DType::kInt64, Shape{part.end - part.start}));
}

Result<Outputs> EvaluateShape(const EvalCall& call) {
  const Shape& shape = call.tensor(0).shape();
  const Part part = PartOf(call, static_cast<int64_t>(shape.size()));
  Bounded out(DType::kInt64, {part.end - part.start});
  for (int64_t i = part.start; i < part.end; ++i)
    out.set(i - part.start, Int::Point(shape[static_cast<size_t>(i)]));
  return One(std::move(out));
}

std::optional<Proposal> ProposeShape(const ProposeCall& call) {
  Proposal out;
  const int64_t rank = call.rank(0);
  if (call.opset >= 15 && call.rng.Chance(0.5))
    out.attrs.Set("start", call.rng.Int(-rank - 1, rank));
  if (call.opset >= 15 && call.rng.Chance(0.5))
    out.attrs.Set("end", call.rng.Int(-rank - 1, rank + 1));
  return out;
}

Result<Types> InferSize(const InferCall&) { return OneType(TensorType(DType::kInt64, Shape{})); }

Result<Outputs> EvaluateSize(const EvalCall& call) {
  Bounded out(DType::kInt64, {});
  out.set(0, Int::Point(call.tensor(0).count()));
  return One(std::move(out));
}

}  // namespace

OpDef ShapeDef() {
  return {.name = "Shape",
          .meaning = "the sizes of a tensor as integers",
          .infer = InferShape,
          .evaluate = EvaluateShape,
          .propose = ProposeShape};
}
OpDef SizeDef() {
  return {.name = "Size",
          .meaning = "the number of elements",
          .infer = InferSize,
          .evaluate = EvaluateSize,
          .propose = ProposePlain};
}

}  // namespace assay::ops
