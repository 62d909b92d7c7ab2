// Trilu: keeps the upper or the lower triangle of each matrix and sets the rest to zero.
//
//   upper: out[i, j] = x[i, j] if j - i >= k else 0,   lower: out[i, j] = x[i, j] if j - i <= k
//   else 0
//
// Spec:  ONNX opset 14. `k` is a scalar (or one-element) input, default 0.
// Traps: infinities and NaN outside the triangle become zero: nothing is multiplied.
#include "ops/propose.h"
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

Result<Types> InferTrilu(const InferCall& call) {
  const TensorType& x = call.input(0);
  if (x.has_rank && x.rank() < 2)
    return Invalid(StrCat("needs a rank of at least 2, is given ", TypeText(x)));
  return OneType(x);
}

Result<int64_t> Diagonal(const EvalCall& call) {
  if (!call.has_input(1)) return int64_t{0};
  ASSAY_ASSIGN(const std::vector<int64_t> k, call.Ints(1));
  if (k.size() != 1) return Invalid(StrCat("k must hold one number, holds ", k.size()));
  return k[0];
}

Result<Outputs> EvaluateTrilu(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  if (x.rank() < 2)
    return Invalid(StrCat("needs a rank of at least 2, is given shape ", ShapeText(x.shape())));
  ASSAY_ASSIGN(const int64_t k, Diagonal(call));
  const bool upper = call.AttrInt("upper", 1) != 0;
  const int64_t rows = x.shape()[x.shape().size() - 2], columns = x.shape().back();
  std::vector<int64_t> map(static_cast<size_t>(x.count()));
  for (int64_t at = 0; at < x.count(); ++at) {
    const int64_t offset = at % columns - at / columns % rows;
    map[static_cast<size_t>(at)] = (upper ? offset >= k : offset <= k) ? at : -1;
  }
  return One(x.Take(x.shape(), map));
}

std::optional<Proposal> ProposeTrilu(const ProposeCall& call) {
  if (call.rank(0) < 2) return std::nullopt;
  Proposal out;
  if (call.rng.Chance(0.7)) out.attrs.Set("upper", call.rng.Int(0, 1));
  if (call.rng.Chance(0.6)) out.constants = {ScalarInt64(call.rng.Int(-3, 3))};
  return out;
}

}  // namespace

OpDef TriluDef() {
  return {.name = "Trilu",
          .meaning = "upper or lower triangle of each matrix",
          .infer = InferTrilu,
          .evaluate = EvaluateTrilu,
          .propose = ProposeTrilu};
}

}  // namespace assay::ops
