// TopK: the k largest (or smallest) elements along an axis, with their indices.
//
// Spec:  ONNX opsets 1 (attribute k), 10 (input K), 11 (largest, sorted), 24. Of equal elements the
// lower index comes first;
//        with sorted = 0 the order is not specified.
// Traps: overlapping bounds give ranges of indices, while the p-th value lies between the p-th
// lower and the p-th upper end.
//        With a NaN in the row any element may come out anywhere.
#include "ops/indexing/order.h"
#include "ops/list.h"
#include "ops/propose.h"
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

Result<Types> InferTopK(const InferCall& call) {
  const TensorType& x = call.input(0);
  if (!x.has_rank)
    return Types{ValueType(TensorType(x.dtype)), ValueType(TensorType(DType::kInt64))};
  ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", -1), x.rank()));
  Dim count = Dim::Unknown();
  const Dim size = x.dims[static_cast<size_t>(axis)];
  const auto k = call.opset() < 10 ? std::optional(std::vector<int64_t>{call.AttrInt("k", 0)})
                                   : call.ConstantInts(1);
  if (k.has_value()) {
    if (k->size() != 1) return Invalid(StrCat("K must hold one number, holds ", k->size()));
    if ((*k)[0] < 0 || (size.known() && (*k)[0] > size.size))
      return Invalid(StrCat("K = ", (*k)[0], " does not fit ", TypeText(x), " on axis ", axis));
    count = Dim::Known((*k)[0]);
  }
  TensorType values = x;
  values.dims[static_cast<size_t>(axis)] = count;
  TensorType indices = values;
  indices.dtype = DType::kInt64;
  return Types{ValueType(values), ValueType(indices)};
}

struct Slots {
  Bounded values, indices;
};

// The element of x at row position i, or with a hull of several.
void Put(Slots& slots, int64_t at, const Bounded& x, int64_t base, int64_t stride, int64_t i,
         Int index) {
  slots.values.set(at, x, base + i * stride);
  slots.indices.set(at, index);
}

// NaN in the row: any element in any place.
void FillAny(const EvalCall& call, Slots& slots, const AxisView& to, int64_t o, int64_t k,
             const Bounded& x, const AxisView& from) {
  const Row row = RowOf(x, from.at(o, 0, k), from.inner, from.size, false);
  std::vector<int64_t> order = FallingOrder(row);
  if (call.adversarial())
    for (size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1],
                order[static_cast<size_t>(call.adversary()->Int(0, static_cast<int64_t>(i) - 1))]);
  for (int64_t p = 0; p < to.size; ++p) {
    const int64_t i = order[static_cast<size_t>(p)], at = to.at(o, p, k);
    Put(slots, at, x, from.at(o, 0, k), from.inner, i,
        call.adversarial() ? Int::Point(i) : Int{i, 0, from.size - 1});
    for (int64_t j = 0; j < from.size && !call.adversarial(); ++j)
      slots.values.Widen(at, x, from.at(o, j, k));
  }
}

// Sets a slot's bounds to [low, high] of the row's keys, which are negated when the smallest are
// wanted.
void Narrow(Slots& slots, int64_t at, bool smallest, Key low, Key high) {
  const Key lo = smallest ? -high : low, hi = smallest ? -low : high;
  if (slots.values.is_real()) {
    const Real v = slots.values.real(at);
    slots.values.set(at, Real{v.v, static_cast<double>(lo), static_cast<double>(hi), Nan::kNever});
  } else if (slots.values.dtype() == DType::kUint64) {
    if (lo != hi) slots.values.SetUndetermined(at);
  } else {
    slots.values.set(
        at, Int{slots.values.integer(at).v, static_cast<int64_t>(lo), static_cast<int64_t>(hi)});
  }
}

void FillRow(const EvalCall& call, Slots& slots, const AxisView& to, int64_t o, int64_t k,
             const Bounded& x, const AxisView& from) {
  const bool smallest = call.AttrInt("largest", 1) == 0, sorted = call.AttrInt("sorted", 1) != 0;
  const Row row = RowOf(x, from.at(o, 0, k), from.inner, from.size, smallest);
  std::vector<int64_t> order = FallingOrder(row);
  order.resize(static_cast<size_t>(to.size));
  if (!sorted && call.adversarial())
    for (size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1],
                order[static_cast<size_t>(call.adversary()->Int(0, static_cast<int64_t>(i) - 1))]);
  const bool plain = call.adversarial() || (row.certain && sorted);
  for (int64_t p = 0; p < to.size; ++p)
    Put(slots, to.at(o, p, k), x, from.at(o, 0, k), from.inner, order[static_cast<size_t>(p)],
        Int::Point(order[static_cast<size_t>(p)]));
  if (plain || to.size == 0) return;
  const Ranks ranks = RanksOf(row);
  std::vector<Key> lows, highs;
  for (const KeyRange& key : row.keys) {
    lows.push_back(key.lo);
    highs.push_back(key.hi);
  }
  std::sort(lows.rbegin(), lows.rend());
  std::sort(highs.rbegin(), highs.rend());
  for (int64_t p = 0; p < to.size; ++p) {
    const int64_t at = to.at(o, p, k), first = sorted ? p : 0, last = sorted ? p : to.size - 1;
    Narrow(slots, at, smallest, lows[static_cast<size_t>(last)], highs[static_cast<size_t>(first)]);
    Int index = slots.indices.integer(at);
    for (int64_t i = 0; i < from.size; ++i)
      if (ranks.first[static_cast<size_t>(i)] <= last &&
          ranks.last[static_cast<size_t>(i)] >= first)
        index = Hull(index, Int::Point(i));
    slots.indices.set(at, index);
  }
}

Result<Outputs> EvaluateTopK(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", -1), x.rank()));
  std::vector<int64_t> count = {call.AttrInt("k", 0)};
  if (call.opset() >= 10) {
    ASSAY_ASSIGN(count, ListOf(call, 1, "K"));
  }
  const AxisView from(x.shape(), axis);
  if (count.size() != 1 || count[0] < 0 || count[0] > from.size)
    return Invalid(StrCat("K = [", Join(count, ","), "] does not fit an axis of size ", from.size));
  const Shape shape = WithSize(x.shape(), axis, count[0]);
  const AxisView to(shape, axis);
  Slots slots{Bounded(x.dtype(), shape), Bounded(DType::kInt64, shape)};
  for (int64_t o = 0; o < from.outer; ++o)
    for (int64_t k = 0; k < from.inner; ++k) {
      const bool nan = RowOf(x, from.at(o, 0, k), from.inner, from.size, false).may_be_nan;
      (nan ? FillAny : FillRow)(call, slots, to, o, k, x, from);
    }
  Outputs out;
  out.emplace_back(std::move(slots.values));
  out.emplace_back(std::move(slots.indices));
  return out;
}

std::optional<Proposal> ProposeTopK(const ProposeCall& call) {
  if (call.rank(0) == 0) return std::nullopt;
  Rng& rng = call.rng;
  const int64_t axis =
      call.opset >= 11 ? RandomAxis(rng, call.rank(0)) : rng.Int(0, call.rank(0) - 1);
  const int64_t size = call.shape(0)[static_cast<size_t>(axis < 0 ? axis + call.rank(0) : axis)];
  if (size == 0) return std::nullopt;
  Proposal out{.attrs = {{"axis", axis}}, .outputs = 2};
  const int64_t k = rng.Int(1, size);
  if (call.opset < 10)
    out.attrs.Set("k", k);
  else
    out.constants = {Int64Vector(std::span(&k, 1))};
  if (call.opset >= 11 && rng.Chance(0.6)) out.attrs.Set("largest", rng.Int(0, 1));
  if (call.opset >= 11 && rng.Chance(0.3)) out.attrs.Set("sorted", int64_t{1});
  return out;
}

}  // namespace

OpDef TopKDef() {
  return {.name = "TopK",
          .meaning = "the k largest or smallest elements along an axis",
          .infer = InferTopK,
          .evaluate = EvaluateTopK,
          .propose = ProposeTopK,
          .open = {{"the order of the results when sorted is 0",
                    "ONNX TopK: 'order of returned Values and Indices are undefined'"},
                   {"where NaN stands in the order", "ONNX TopK: no text on NaN"}}};
}

}  // namespace assay::ops
