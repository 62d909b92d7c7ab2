// x  ==>  Slice(Pad(x), where x was)
//
// Promise: same bits: what is padded is cut off again. Holds for an axis of size 0 (constant mode).
// Needs:   a common number type, rank >= 1.
// Aims at: pad fusion, slice of pad, negative ends.
#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace pad_slice {
namespace {

constexpr int64_t kToTheEnd = INT64_MAX;

bool Fits(const Model& model, const TensorType& type) {
  return type.rank() >= 1 && IsCommon(type.dtype) && Takes(model, "Pad", type.dtype) &&
         Takes(model, "Slice", type.dtype);
}

Result<ValueId> PadAndCut(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  const auto rank = static_cast<size_t>(type.rank());
  const auto axis = static_cast<size_t>(rng.Int(0, type.rank() - 1));
  std::vector<int64_t> pads(2 * rank, 0);
  pads[axis] = rng.Int(0, 2);
  pads[rank + axis] = rng.Int(pads[axis] == 0 ? 1 : 0, 2);
  // Edges can be repeated only where there are some.
  const bool edge = type.shape().has_value() && !HasZeroSize(type) && rng.Chance(0.3);
  const ValueId padded = w.Pad(x, pads, edge ? "edge" : "constant");
  return w.Slice(padded, static_cast<int64_t>(axis), pads[axis],
                 pads[rank + axis] == 0 ? kToTheEnd : -pads[rank + axis]);
}

}  // namespace
}  // namespace pad_slice

MutatorDef PadSliceDef() {
  return {.name = "pad-slice",
          .meaning = "a tensor is padded and the padding is cut off again",
          .choices = "one axis, 0 to 2 elements on each side; mode edge three times out of ten",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindTensors<pad_slice::Fits>,
          .apply = Insert<pad_slice::PadAndCut>};
}

}  // namespace assay::mutate
