// ArgMax, ArgMin, Hardmax: where the largest (smallest) element along an axis stands.
//
//   ArgMax: the index;   Hardmax: 1 at that index and 0 elsewhere
//
// Spec:  ONNX ArgMax, ArgMin opsets 1, 11 (negative axis), 12 (select_last_index), 13; Hardmax 1,
// 11, 13 (one axis; before, the
//        tensor was flattened to a matrix at `axis`). Of equal elements the first counts, unless
//        select_last_index.
// Traps: elements that overlap within their bounds give a range of indices; with a NaN any index
// may come out.
#include "ops/indexing/order.h"
#include "ops/propose.h"
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

Result<Types> InferArg(const InferCall& call) {
  const TensorType& x = call.input(0);
  if (!x.has_rank) return OneType(TensorType(DType::kInt64));
  ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", 0), x.rank()));
  Dims dims = x.dims;
  if (call.AttrInt("keepdims", 1) != 0)
    dims[static_cast<size_t>(axis)] = Dim::Known(1);
  else
    dims.erase(static_cast<size_t>(axis));
  return OneType(TensorType(DType::kInt64, dims));
}

Int IndexOf(const EvalCall& call, const Row& row, bool last) {
  const auto n = static_cast<int64_t>(row.keys.size());
  const Extreme extreme = LargestOf(row, last);
  if (row.may_be_nan) {
    if (call.adversarial()) return Int::Point(call.adversary()->Int(0, n - 1));
    return {extreme.likely, 0, n - 1};
  }
  return {extreme.likely, extreme.possible.front(), extreme.possible.back()};
}

Result<Outputs> EvaluateArg(const EvalCall& call, bool smallest) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", 0), x.rank()));
  const AxisView view(x.shape(), axis);
  Shape shape = WithSize(x.shape(), axis, 1);
  if (call.AttrInt("keepdims", 1) == 0) shape = WithoutAxis(shape, axis);
  ASSAY_ASSIGN(Bounded out, NewTensor(DType::kInt64, shape));
  if (out.count() > 0 && view.size == 0)
    return Invalid(
        StrCat("axis ", axis, " of shape ", ShapeText(x.shape()), " is empty: there is no index"));
  const bool last = call.AttrInt("select_last_index", 0) != 0;
  for (int64_t o = 0; o < view.outer; ++o)
    for (int64_t k = 0; k < view.inner; ++k)
      out.set(o * view.inner + k,
              IndexOf(call, RowOf(x, view.at(o, 0, k), view.inner, view.size, smallest), last));
  return One(std::move(out));
}

Result<Outputs> EvaluateArgMax(const EvalCall& call) { return EvaluateArg(call, false); }
Result<Outputs> EvaluateArgMin(const EvalCall& call) { return EvaluateArg(call, true); }

std::optional<Proposal> ProposeArg(const ProposeCall& call) {
  if (call.rank(0) == 0 || ElementCount(call.shape(0)) == 0) return std::nullopt;
  Proposal out;
  if (call.rng.Chance(0.8))
    out.attrs.Set("axis", call.opset >= 11 ? RandomAxis(call.rng, call.rank(0))
                                           : call.rng.Int(0, call.rank(0) - 1));
  if (call.rng.Chance(0.5)) out.attrs.Set("keepdims", call.rng.Int(0, 1));
  if (call.opset >= 12 && call.rng.Chance(0.5))
    out.attrs.Set("select_last_index", call.rng.Int(0, 1));
  return out;
}

// ---- Hardmax ----

Result<AxisView> HardmaxView(const Call& call, const Shape& shape) {
  const auto rank = static_cast<int>(shape.size());
  if (call.opset() >= 13) {
    ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", -1), rank));
    return AxisView(shape, axis);
  }
  const int64_t axis = call.AttrInt("axis", 1);
  if (axis < -rank || axis > rank)
    return Invalid(StrCat("axis ", axis, " is out of range for rank ", rank));
  AxisView view(Shape{1}, 0);
  for (int i = 0; i < rank; ++i)
    (i < (axis < 0 ? axis + rank : axis) ? view.outer : view.size) *= shape[static_cast<size_t>(i)];
  return view;
}

Result<Types> InferHardmax(const InferCall& call) {
  const TensorType& x = call.input(0);
  if (!x.has_rank) return OneType(x);
  ASSAY_RETURN_IF_ERROR(HardmaxView(call, Shape(x.dims.size(), 1)));
  return OneType(x);
}

Result<Outputs> EvaluateHardmax(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const AxisView view, HardmaxView(call, x.shape()));
  Bounded out(x.dtype(), x.shape());
  if (x.count() == 0) return One(std::move(out));
  for (int64_t o = 0; o < view.outer; ++o) {
    for (int64_t k = 0; k < view.inner; ++k) {
      const Row row = RowOf(x, view.at(o, 0, k), view.inner, view.size, false);
      Extreme extreme = LargestOf(row, false);
      if (row.may_be_nan) {
        extreme.possible.resize(static_cast<size_t>(view.size));
        for (int64_t i = 0; i < view.size; ++i) extreme.possible[static_cast<size_t>(i)] = i;
        if (call.adversarial())
          extreme.possible = {extreme.likely = call.adversary()->Int(0, view.size - 1)};
      }
      const bool certain = extreme.possible.size() == 1;
      for (const int64_t i : extreme.possible) {
        const double v = i == extreme.likely ? 1 : 0;
        out.set(view.at(o, i, k), certain ? Real::Point(v) : Real{v, 0, 1, Nan::kNever});
      }
    }
  }
  return One(std::move(out));
}

std::optional<Proposal> ProposeHardmax(const ProposeCall& call) {
  if (call.rank(0) == 0) return std::nullopt;
  return Proposal{.attrs = {{"axis", call.opset >= 11 ? RandomAxis(call.rng, call.rank(0))
                                                      : call.rng.Int(0, call.rank(0) - 1)}}};
}

constexpr Open kNanOrder = {"where NaN stands in the order",
                            "ONNX ArgMax, ArgMin, Hardmax: no text on NaN"};

}  // namespace

OpDef ArgMaxDef() {
  return {.name = "ArgMax",
          .meaning = "index of the largest element along an axis",
          .infer = InferArg,
          .evaluate = EvaluateArgMax,
          .propose = ProposeArg,
          .open = {kNanOrder}};
}
OpDef ArgMinDef() {
  return {.name = "ArgMin",
          .meaning = "index of the smallest element along an axis",
          .infer = InferArg,
          .evaluate = EvaluateArgMin,
          .propose = ProposeArg,
          .open = {kNanOrder}};
}
OpDef HardmaxDef() {
  return {.name = "Hardmax",
          .meaning = "1 at the first largest element along an axis, 0 elsewhere",
          .infer = InferHardmax,
          .evaluate = EvaluateHardmax,
          .propose = ProposeHardmax,
          .open = {kNanOrder}};
}

}  // namespace assay::ops
