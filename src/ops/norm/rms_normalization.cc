// RMSNormalization: divides the trailing axes from `axis` on by their root mean square, then
// scales.
//
//   Y = X / sqrt(E[X^2] + epsilon) * scale
//
// Spec:  ONNX opset 23. Scale broadcasts to X from the right; the result has the type of scale.
// Traps: the first stage is computed in the type that stash_type names, then cast back to X's.
#include "ops/norm/moments.h"
#include "ops/propose.h"
#include "ops/reduce/reduce.h"

namespace assay::ops {
namespace {

Result<Types> InferRmsNormalization(const InferCall& call) {
  const TensorType &x = call.input(0), &scale = call.input(1);
  ASSAY_RETURN_IF_ERROR(StashType(call));
  TensorType out = x;
  out.dtype = scale.dtype;
  if (!x.has_rank) return OneType(out);
  ASSAY_RETURN_IF_ERROR(NormalizeAxis(call.AttrInt("axis", -1), x.rank()));
  if (scale.has_rank) {
    ASSAY_ASSIGN(const TensorType joined, BroadcastTypes(x, scale));
    bool same = joined.dims.size() == x.dims.size();
    for (size_t k = 0; same && k < x.dims.size(); ++k)
      same = !x.dims[k].known() || !joined.dims[k].known() || joined.dims[k].size == x.dims[k].size;
    if (!same)
      return Invalid(StrCat("scale ", TypeText(scale), " does not broadcast to ", TypeText(x)));
  }
  return OneType(out);
}

Result<Outputs> EvaluateRmsNormalization(const EvalCall& call) {
  const Bounded &x = call.tensor(0), &scale = call.tensor(1);
  ASSAY_ASSIGN(const DType stash, StashType(call));
  ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", -1), x.rank()));
  const Arith first = call.arith(stash),
              second = call.arith(LessPrecise(LessPrecise(stash, x.dtype()), scale.dtype()));
  const Real epsilon = first.Constant(call.AttrFloat("epsilon", 1e-5F));
  int64_t length = 1;
  for (size_t k = static_cast<size_t>(axis); k < x.shape().size(); ++k) length *= x.shape()[k];
  const std::vector<int64_t> scale_map = BroadcastMap(scale.shape(), x.shape());
  RealWriter y(scale.dtype(), x.shape());
  std::vector<Real> row(static_cast<size_t>(length));
  for (int64_t start = 0; start < x.count(); start += length) {
    for (int64_t i = 0; i < length; ++i)
      row[static_cast<size_t>(i)] = AsSeenBy(first, x.dtype(), x.real(start + i));
    const Real squares =
        first.Div(SumOfSquares(first, row), Real::Point(static_cast<double>(length)));
    const Real root = first.Sqrt(first.Add(squares, epsilon));
    for (int64_t i = 0; i < length; ++i) {
      const Real normal = first.Div(row[static_cast<size_t>(i)], root);
      y.set(start + i, second.Mul(second.Round(normal), scale.real(At(scale_map, start + i))));
    }
  }
  return One(std::move(y).Finish());
}

std::optional<Proposal> ProposeRmsNormalization(const ProposeCall& call) {
  Shape parameters;
  return ProposeTrailing(call, parameters);
}

}  // namespace

OpDef RMSNormalizationDef() {
  return {.name = "RMSNormalization",
          .meaning = "divides the trailing axes by their root mean square, then scales",
          .rounding = Rounding::kComposite,
          .infer = InferRmsNormalization,
          .evaluate = EvaluateRmsNormalization,
          .propose = ProposeRmsNormalization};
}

}  // namespace assay::ops
