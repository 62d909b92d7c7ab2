// Unique: the different elements of a tensor, or the different slices along an axis.
//
// Spec:  ONNX opsets 11, 28. Outputs: the values, the index of each one's first occurrence, for
// each element its place among
//        the values, and how often each occurs. Sorted ascending (slices lexicographically), or by
//        first occurrence.
// Traps: equality must be certain: an element with bounds, or a NaN, leaves all four outputs
// undetermined.
#include "ops/indexing/order.h"
#include "ops/propose.h"
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

Result<Types> InferUnique(const InferCall& call) {
  const TensorType& x = call.input(0);
  TensorType values(x.dtype, Dims{Dim::Unknown()});
  Dim inverse = x.has_rank ? ProductOf(x.dims, 0, x.dims.size()) : Dim::Unknown();
  if (call.HasAttr("axis")) {
    values = TensorType(x.dtype);
    if (x.has_rank) {
      ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", 0), x.rank()));
      values = x;
      values.dims[static_cast<size_t>(axis)] = Dim::Unknown();
      inverse = x.dims[static_cast<size_t>(axis)];
    }
  }
  const TensorType vector(DType::kInt64, Dims{Dim::Unknown()});
  return Types{ValueType(values), ValueType(vector),
               ValueType(TensorType(DType::kInt64, Dims{inverse})), ValueType(vector)};
}

// Compares two elements: -1, 0 or 1. All of them are certain.
int Compare(const Bounded& x, int64_t i, int64_t j) {
  if (x.is_string()) return x.string(i).compare(x.string(j));
  if (x.is_real()) return x.real(i).v < x.real(j).v ? -1 : x.real(i).v > x.real(j).v ? 1 : 0;
  const int64_t a = x.integer(i).v, b = x.integer(j).v;
  if (x.dtype() == DType::kUint64)
    return static_cast<uint64_t>(a) < static_cast<uint64_t>(b) ? -1 : a == b ? 0 : 1;
  return a < b ? -1 : a == b ? 0 : 1;
}

int CompareSlices(const Bounded& x, const AxisView& view, int64_t i, int64_t j) {
  for (int64_t o = 0; o < view.outer; ++o)
    for (int64_t k = 0; k < view.inner; ++k)
      if (const int order = Compare(x, view.at(o, i, k), view.at(o, j, k)); order != 0)
        return order;
  return 0;
}

struct Groups {
  std::vector<int64_t> first, place, count;  // per group; place: per slice
};

Groups GroupSlices(const Bounded& x, const AxisView& view, bool sorted) {
  std::vector<int64_t> order(static_cast<size_t>(view.size));
  for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int64_t>(i);
  std::stable_sort(order.begin(), order.end(),
                   [&](int64_t a, int64_t b) { return CompareSlices(x, view, a, b) < 0; });
  Groups sorted_groups{{}, std::vector<int64_t>(order.size()), {}};
  for (size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || CompareSlices(x, view, order[i - 1], order[i]) != 0) {
      sorted_groups.first.push_back(order[i]);  // stable: the first occurrence
      sorted_groups.count.push_back(0);
    }
    ++sorted_groups.count.back();
    sorted_groups.place[static_cast<size_t>(order[i])] =
        static_cast<int64_t>(sorted_groups.first.size()) - 1;
  }
  if (sorted) return sorted_groups;
  std::vector<size_t> by_first(sorted_groups.first.size());
  for (size_t i = 0; i < by_first.size(); ++i) by_first[i] = i;
  std::sort(by_first.begin(), by_first.end(),
            [&](size_t a, size_t b) { return sorted_groups.first[a] < sorted_groups.first[b]; });
  Groups out{{}, sorted_groups.place, {}};
  std::vector<int64_t> renamed(by_first.size());
  for (size_t i = 0; i < by_first.size(); ++i) {
    out.first.push_back(sorted_groups.first[by_first[i]]);
    out.count.push_back(sorted_groups.count[by_first[i]]);
    renamed[by_first[i]] = static_cast<int64_t>(i);
  }
  for (int64_t& place : out.place) place = renamed[static_cast<size_t>(place)];
  return out;
}

Bounded IntVector(const std::vector<int64_t>& values) {
  Bounded out(DType::kInt64, {static_cast<int64_t>(values.size())});
  for (size_t i = 0; i < values.size(); ++i)
    out.set(static_cast<int64_t>(i), Int::Point(values[i]));
  return out;
}

Result<Outputs> EvaluateUnique(const EvalCall& call) {
  const bool flat = !call.HasAttr("axis");
  const Bounded x = flat ? call.tensor(0).Reshaped({call.tensor(0).count()}) : call.tensor(0);
  ASSAY_ASSIGN(const int axis, NormalizeAxis(flat ? 0 : call.AttrInt("axis", 0), x.rank()));
  for (int64_t i = 0; i < x.count() && !x.is_string(); ++i)
    if (x.is_real() ? !x.real(i).point() : !x.integer(i).point())
      return Undetermined(StrCat("Unique: element ", i, " is not certain"));
  const AxisView view(x.shape(), axis);
  const Groups groups = GroupSlices(x, view, call.AttrInt("sorted", 1) != 0);
  std::vector<int64_t> map;
  for (int64_t o = 0; o < view.outer; ++o)
    for (const int64_t i : groups.first)
      for (int64_t k = 0; k < view.inner; ++k) map.push_back(view.at(o, i, k));
  Outputs out;
  out.emplace_back(
      x.Take(WithSize(x.shape(), axis, static_cast<int64_t>(groups.first.size())), map));
  for (const auto* list : {&groups.first, &groups.place, &groups.count})
    out.emplace_back(IntVector(*list));
  return out;
}

std::optional<Proposal> ProposeUnique(const ProposeCall& call) {
  Proposal out{.outputs = static_cast<int>(call.rng.Int(1, 4))};
  if (call.rank(0) > 0 && call.rng.Chance(0.4))
    out.attrs.Set("axis", RandomAxis(call.rng, call.rank(0)));
  if (call.rng.Chance(0.5)) out.attrs.Set("sorted", call.rng.Int(0, 1));
  return out;
}

}  // namespace

OpDef UniqueDef() {
  return {.name = "Unique",
          .meaning = "the different elements or slices",
          .infer = InferUnique,
          .evaluate = EvaluateUnique,
          .propose = ProposeUnique,
          .open = {{"whether NaN equals NaN", "ONNX Unique: no text on NaN"}}};
}

}  // namespace assay::ops
