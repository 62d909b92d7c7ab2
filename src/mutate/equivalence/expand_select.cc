// expand-select:  x  ==>  one of k copies of x:  Gather(Expand(Unsqueeze(x, a)), i, axis a)
// expand-reduce:  x  ==>  Reduce{Max, Min, Mean}(Expand(Unsqueeze(x, a)), axis a)
//
// Promise: expand-select same bits: copies, of which one is taken.
//          expand-reduce close: the extreme or mean of equal numbers is that number, infinities
//          included (k * inf / k). NaN: libraries may drop it from an extreme, so there the
//          reference admits what it admits of ReduceMax; the mean of a large number may overflow.
// Needs:   a tensor of at most rank 4; opset 8; few enough elements that k copies do not hurt.
// Aims at: broadcasting, reductions over strided axes, Gather with a scalar index.
#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace expand_select {
namespace {

constexpr int kMaxRank = 4;
constexpr int64_t kMaxCopies = 4;
constexpr int64_t kMaxElements = 1 << 20;  // of the tensor that is copied

bool FitsSelect(const Model& model, const TensorType& type) {
  const auto shape = type.shape();
  return type.has_rank && type.rank() <= kMaxRank && Takes(model, "Expand", type.dtype) &&
         Takes(model, "Gather", type.dtype) &&
         (!shape.has_value() || ElementCount(*shape) <= kMaxElements);
}

bool FitsReduce(const Model& model, const TensorType& type) {
  return IsCommon(type.dtype) && FitsSelect(model, type) && Takes(model, "ReduceMax", type.dtype);
}

struct Copies {
  ValueId value;
  int64_t axis, count;
};

Copies MakeCopies(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  const int64_t axis = rng.Int(0, type.rank()), count = rng.Int(1, kMaxCopies);
  std::vector<int64_t> sizes(static_cast<size_t>(type.rank()) + 1, 1);
  sizes[static_cast<size_t>(axis)] = count;
  return {w.Op("Expand", {w.Unsqueeze(x, {axis}), w.Ints("copies", sizes)}), axis, count};
}

Result<ValueId> Select(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  const Copies copies = MakeCopies(w, x, type, rng);
  const ValueId which = w.Scalar(DType::kInt64, static_cast<double>(rng.Int(0, copies.count - 1)));
  return w.Op("Gather", {copies.value, which}, {{"axis", copies.axis}});
}

Result<ValueId> ReduceCopies(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  const Copies copies = MakeCopies(w, x, type, rng);
  const char* const ops[] = {"ReduceMax", "ReduceMin", "ReduceMean"};
  const char* op = ops[rng.Int(0, IsFloat(type.dtype) ? 2 : 1)];
  return w.Reduce(op, copies.value, {copies.axis}, false);
}

}  // namespace
}  // namespace expand_select

MutatorDef ExpandSelectDef() {
  return {.name = "expand-select",
          .meaning = "one of several copies of a tensor along a new axis is taken",
          .choices = "1 to 4 copies, axis and copy uniform",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindTensors<expand_select::FitsSelect>,
          .apply = Insert<expand_select::Select>};
}

MutatorDef ExpandReduceDef() {
  return {.name = "expand-reduce",
          .meaning = "copies of a tensor along a new axis are reduced by max, min or mean",
          .choices = "1 to 4 copies; the mean for floats only",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindTensors<expand_select::FitsReduce>,
          .apply = Insert<expand_select::ReduceCopies>};
}

}  // namespace assay::mutate
