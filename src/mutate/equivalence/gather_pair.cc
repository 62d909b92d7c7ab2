// gather-all:           x  ==>  Gather(x, [0, 1, .., n-1])
// gather-permute-pair:  x  ==>  Gather(Gather(x, p), inverse(p))
//
// Promise: same bits: every element is copied to where it was.
// Needs:   an axis of known size from 1 to 4096.
// Aims at: gather elimination, negative and int32 indices.
#include <numeric>

#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace gather_pair {
namespace {

constexpr int64_t kMaxIndices = 4096;  // longer index lists only make the model large
constexpr int kNegativeIndices = 11;   // opset from which they are allowed

std::vector<int64_t> GoodAxes(const TensorType& type) {
  std::vector<int64_t> axes = AxesOfSize(type, 1);
  std::erase_if(axes,
                [&](int64_t a) { return type.dims[static_cast<size_t>(a)].size > kMaxIndices; });
  return axes;
}

bool Fits(const Model& model, const TensorType& type) {
  return !GoodAxes(type).empty() && Takes(model, "Gather", type.dtype);
}

// Indices as int64 or int32, some of them counted from the end.
ValueId Indices(Emitter& w, std::vector<int64_t> indices, Rng& rng) {
  const auto size = static_cast<int64_t>(indices.size());
  if (w.opset() >= kNegativeIndices && rng.Chance(0.3))
    for (int64_t& i : indices)
      if (rng.Chance(0.5)) i -= size;
  const DType dtype = rng.Chance(0.5) ? DType::kInt64 : DType::kInt32;
  return AddConstant(w.graph(), "indices", MakeIntTensor(dtype, {size}, indices));
}

Result<ValueId> All(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  const std::vector<int64_t> axes = GoodAxes(type);
  const int64_t axis = rng.Pick(std::span<const int64_t>(axes));
  std::vector<int64_t> all(static_cast<size_t>(type.dims[static_cast<size_t>(axis)].size));
  std::iota(all.begin(), all.end(), 0);
  return w.Op("Gather", {x, Indices(w, all, rng)}, {{"axis", axis}});
}

Result<ValueId> Permute(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  const std::vector<int64_t> axes = GoodAxes(type);
  const int64_t axis = rng.Pick(std::span<const int64_t>(axes));
  std::vector<int64_t> order(static_cast<size_t>(type.dims[static_cast<size_t>(axis)].size));
  std::iota(order.rbegin(), order.rend(), 0);
  if (rng.Chance(0.5))
    for (size_t i = order.size() - 1; i > 0; --i)
      std::swap(order[i], order[static_cast<size_t>(rng.Int(0, static_cast<int64_t>(i)))]);
  std::vector<int64_t> inverse(order.size());
  for (size_t i = 0; i < order.size(); ++i)
    inverse[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
  const ValueId there = w.Op("Gather", {x, Indices(w, order, rng)}, {{"axis", axis}});
  return w.Op("Gather", {there, Indices(w, inverse, rng)}, {{"axis", axis}});
}

}  // namespace
}  // namespace gather_pair

MutatorDef GatherAllDef() {
  return {.name = "gather-all",
          .meaning = "all slices of a tensor are gathered in order",
          .choices = "indices int64 or int32; from opset 11 some counted from the end",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindTensors<gather_pair::Fits>,
          .apply = Insert<gather_pair::All>};
}

MutatorDef GatherPermutePairDef() {
  return {.name = "gather-permute-pair",
          .meaning = "the slices of a tensor are gathered in another order and back",
          .choices = "reversed half the time, else a uniform permutation",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindTensors<gather_pair::Fits>,
          .apply = Insert<gather_pair::Permute>};
}

}  // namespace assay::mutate
