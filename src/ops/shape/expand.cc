// Expand: broadcasts a tensor together with a shape.
//
//   out.shape = broadcast(input.shape, shape)
//
// Spec:  ONNX opsets 8, 13. The broadcast goes both ways: a 1 in `shape` leaves the input's size
// alone. Traps: `shape` may be shorter than the input's rank.
#include "ops/list.h"
#include "ops/propose.h"
#include "ops/shape/movement.h"
#include "ops/size_check.h"

namespace assay::ops {
namespace {

Result<Types> InferExpand(const InferCall& call) {
  const TensorType& input = call.input(0);
  const auto sizes = call.ConstantInts(1);
  if (!sizes.has_value()) {
    const int64_t length = KnownLength(call.input(1));
    if (!input.has_rank || length < 0) return OneType(TensorType(input.dtype));
    return OneType(OfRank(input.dtype, std::max<int64_t>(length, input.rank())));
  }
  ASSAY_RETURN_IF_ERROR(CheckNotNegative(*sizes));
  ASSAY_ASSIGN(TensorType out,
               BroadcastTypes(input, TensorType(input.dtype, Shape(sizes->begin(), sizes->end()))));
  return OneType(std::move(out));
}

Result<Outputs> EvaluateExpand(const EvalCall& call) {
  const Bounded& input = call.tensor(0);
  ASSAY_ASSIGN(const std::vector<int64_t> sizes, ListOf(call, 1, "shape"));
  ASSAY_RETURN_IF_ERROR(CheckNotNegative(sizes));
  ASSAY_ASSIGN(const Shape shape,
               BroadcastShapes(input.shape(), Shape(sizes.begin(), sizes.end())));
  if (shape == input.shape()) return One(input);
  ASSAY_RETURN_IF_ERROR(CheckEvaluable(shape));
  return One(input.Take(shape, BroadcastMap(input.shape(), shape)));
}

std::optional<Proposal> ProposeExpand(const ProposeCall& call) {
  std::vector<int64_t> sizes;
  for (const int64_t size : call.shape(0))
    sizes.push_back(size == 1 ? call.rng.Int(1, 3) : call.rng.Chance(0.4) ? 1 : size);
  if (!sizes.empty() && call.rng.Chance(0.2)) sizes.erase(sizes.begin());
  if (call.rng.Chance(0.3) && sizes.size() == static_cast<size_t>(call.rank(0)) && call.rank(0) < 5)
    sizes.insert(sizes.begin(), call.rng.Int(1, 3));
  return Proposal{.constants = {Int64Vector(sizes)}};
}

}  // namespace

OpDef ExpandDef() {
  return {.name = "Expand",
          .meaning = "broadcasts a tensor to a shape",
          .infer = InferExpand,
          .evaluate = EvaluateExpand,
          .propose = ProposeExpand};
}

}  // namespace assay::ops
