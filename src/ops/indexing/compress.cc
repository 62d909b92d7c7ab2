// Compress: the slices along an axis (or the elements of the flattened tensor) whose condition is
// true.
//
// Spec:  ONNX opsets 9, 11 (negative axis), 28. The condition may be shorter than the axis: what
// lies beyond it is dropped. Traps: the number of slices depends on the condition's values, which
// must be certain.
#include "ops/indexing/positions.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

Result<Types> InferCompress(const InferCall& call) {
  const TensorType &x = call.input(0), &condition = call.input(1);
  if (condition.has_rank && condition.rank() != 1)
    return Invalid(StrCat("the condition must be 1-D, is ", TypeText(condition)));
  Dim count = Dim::Unknown();
  if (const auto chosen = call.ConstantInts(1))
    count =
        Dim::Known(std::count_if(chosen->begin(), chosen->end(), [](int64_t c) { return c != 0; }));
  if (!call.HasAttr("axis")) return OneType(TensorType(x.dtype, Dims{count}));
  if (!x.has_rank) return OneType(x);
  ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", 0), x.rank()));
  TensorType out = x;
  out.dims[static_cast<size_t>(axis)] = count;
  return OneType(out);
}

Result<Outputs> EvaluateCompress(const EvalCall& call) {
  const bool flat = !call.HasAttr("axis");
  const Bounded x = flat ? call.tensor(0).Reshaped({call.tensor(0).count()}) : call.tensor(0);
  ASSAY_ASSIGN(const int axis, NormalizeAxis(flat ? 0 : call.AttrInt("axis", 0), x.rank()));
  ASSAY_ASSIGN(const std::vector<int64_t> condition, call.Ints(1));
  const AxisView view(x.shape(), axis);
  std::vector<int64_t> chosen;
  for (size_t i = 0; i < condition.size(); ++i) {
    if (condition[i] == 0) continue;
    if (static_cast<int64_t>(i) >= view.size)
      return Invalid(
          StrCat("the condition selects position ", i, " of an axis of size ", view.size));
    chosen.push_back(static_cast<int64_t>(i));
  }
  std::vector<int64_t> map;
  for (int64_t o = 0; o < view.outer; ++o)
    for (const int64_t i : chosen)
      for (int64_t k = 0; k < view.inner; ++k) map.push_back(view.at(o, i, k));
  return One(x.Take(WithSize(x.shape(), axis, static_cast<int64_t>(chosen.size())), map));
}

std::optional<Proposal> ProposeCompress(const ProposeCall& call) {
  if (call.rank(0) == 0) return std::nullopt;
  Proposal out;
  int64_t size = ElementCount(call.shape(0));
  if (call.rng.Chance(0.7)) {
    const int64_t axis =
        call.opset >= 11 ? RandomAxis(call.rng, call.rank(0)) : call.rng.Int(0, call.rank(0) - 1);
    size = call.shape(0)[static_cast<size_t>(axis < 0 ? axis + call.rank(0) : axis)];
    out.attrs.Set("axis", axis);
  }
  if (size == 0) return std::nullopt;
  std::vector<int64_t> condition;
  for (int64_t i = call.rng.Int(1, size); i > 0; --i) condition.push_back(call.rng.Int(0, 1));
  condition[0] = 1;
  out.constants = {
      MakeIntTensor(DType::kBool, {static_cast<int64_t>(condition.size())}, condition)};
  return out;
}

}  // namespace

OpDef CompressDef() {
  return {.name = "Compress",
          .meaning = "the slices whose condition is true",
          .infer = InferCompress,
          .evaluate = EvaluateCompress,
          .propose = ProposeCompress};
}

}  // namespace assay::ops
