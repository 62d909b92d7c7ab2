// Where: picks each element from x or y by a condition; all three broadcast together.
//
//   out = condition ? x : y
//
// Spec:  ONNX opsets 9, 16 (bfloat16); every element type.
// Traps: the result has the type of x, not of the condition; an uncertain condition admits both
// elements.
#include "ops/elementwise.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

Result<Types> InferWhere(const InferCall& call) {
  ASSAY_ASSIGN(const TensorType values, BroadcastTypes(call.input(1), call.input(2)));
  ASSAY_ASSIGN(TensorType out, BroadcastTypes(call.input(0), values));
  out.dtype = call.dtype(1) != DType::kUndefined ? call.dtype(1) : call.dtype(2);
  return OneType(out);
}

Result<Outputs> EvaluateWhere(const EvalCall& call) {
  const Bounded &condition = call.tensor(0), &x = call.tensor(1), &y = call.tensor(2);
  ASSAY_ASSIGN(const Shape values, BroadcastShapes(x.shape(), y.shape()));
  ASSAY_ASSIGN(const Shape shape, BroadcastShapes(condition.shape(), values));
  ASSAY_ASSIGN(Bounded out, NewTensor(x.dtype(), shape));
  const std::vector<int64_t> ic = BroadcastMap(condition.shape(), shape),
                             ix = BroadcastMap(x.shape(), shape),
                             iy = BroadcastMap(y.shape(), shape);
  const bool same = call.SameInput(1, 2);
  for (int64_t i = 0; i < out.count(); ++i) {
    const Int c = condition.integer(At(ic, i));
    const bool take_x = c.v != 0;
    out.set(i, take_x ? x : y, take_x ? At(ix, i) : At(iy, i));
    if (c.point() || same) continue;
    if (out.is_string()) return Undetermined("Where: which string is picked depends on rounding");
    out.Widen(i, take_x ? y : x, take_x ? At(iy, i) : At(ix, i));
  }
  return One(std::move(out));
}

// Some or all of condition, x and y are given; constants make up the rest.
std::optional<Proposal> ProposeWhere(const ProposeCall& call) {
  const size_t given = call.inputs.size();
  if (call.dtype(0) != DType::kBool) return std::nullopt;
  if (given == 3 && call.dtype(1) != call.dtype(2)) return std::nullopt;
  TensorType all = call.input(0);
  for (const TensorType& input : call.inputs) {
    const auto joined = BroadcastTypes(all, input);
    if (!joined.ok()) return std::nullopt;
    all = *joined;
  }
  constexpr DType kTypes[] = {DType::kFloat32, DType::kFloat64, DType::kFloat16,
                              DType::kInt64,   DType::kInt32,   DType::kBool};
  const DType type = given >= 2 ? call.dtype(1) : call.rng.Pick<DType>(kTypes);
  Proposal out;
  for (size_t k = given; k < 3; ++k)
    out.constants.push_back(
        RandomTensor(call.rng, type, call.rng.Chance(0.5) ? Shape{} : *all.shape()));
  return out;
}

}  // namespace

OpDef WhereDef() {
  return {.name = "Where",
          .meaning = "picks from x or y by a condition",
          .rounding = Rounding::kExact,
          .data_inputs = {1, 3},
          .infer = InferWhere,
          .evaluate = EvaluateWhere,
          .propose = ProposeWhere};
}

}  // namespace assay::ops
