// x  ==>  Reshape(Reshape(x, other shape), shape of x)
//
// Promise: same bits: elements stay in row-major order. An empty tensor stays empty.
// Needs:   static sizes; with a size of 0 or unknown sizes, opset 14 (`allowzero`; the shape is
//          then taken from x by Shape).
// Aims at: removal of inverse reshapes, shape inference, the -1 and 0 of Reshape.
#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace reshape_pair {
namespace {

constexpr int kAllowZero = 14;

bool Fits(const Model& model, const TensorType& type) {
  const bool plain = type.shape().has_value() && !HasZeroSize(type);
  return type.has_rank && Takes(model, "Reshape", type.dtype) &&
         (plain || model.opset("") >= kAllowZero);
}

// What to reshape to on the way: one axis, an axis of size 1 beside it, or two neighbours merged.
std::vector<int64_t> OtherShape(const TensorType& type, Rng& rng) {
  const auto shape = type.shape();
  switch (shape.has_value() && shape->size() >= 2 && !HasZeroSize(type) ? rng.Int(0, 3)
                                                                        : rng.Int(0, 2)) {
    case 0:
      return {-1};
    case 1:
      return {1, -1};
    case 2:
      return {-1, 1};
  }
  std::vector<int64_t> sizes(shape->begin(), shape->end());
  const auto k = static_cast<size_t>(rng.Int(0, static_cast<int64_t>(sizes.size()) - 2));
  sizes[k] *= sizes[k + 1];
  sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(k) + 1);
  return sizes;
}

Result<ValueId> Pair(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  const ValueId there = w.Reshape(x, OtherShape(type, rng));
  if (const auto shape = type.shape())
    return w.Reshape(there, std::vector<int64_t>(shape->begin(), shape->end()));
  return w.Op("Reshape", {there, w.Op("Shape", {x})}, {{"allowzero", int64_t{1}}});
}

}  // namespace
}  // namespace reshape_pair

MutatorDef ReshapePairDef() {
  return {.name = "reshape-pair",
          .meaning = "a tensor is reshaped there and back",
          .choices = "on the way: one axis, one axis beside a size of 1, or two neighbours merged",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindTensors<reshape_pair::Fits>,
          .apply = Insert<reshape_pair::Pair>};
}

}  // namespace assay::mutate
