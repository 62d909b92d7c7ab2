// x  ==>  x[.., ::-1, ..] twice
//
// Promise: same bits: every element is copied to where it was; an empty axis stays empty.
// Needs:   rank >= 1, opset 10 (steps).   Aims at: slices with negative steps, merging of slices.
#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace slice_reverse_pair {
namespace {

constexpr int kSteps = 10;

bool Fits(const Model& model, const TensorType& type) {
  return type.rank() >= 1 && model.opset("") >= kSteps && Takes(model, "Slice", type.dtype);
}

ValueId Reversed(Emitter& w, ValueId x, const std::vector<int64_t>& axes) {
  const std::vector<int64_t> minus(axes.size(), -1), before_all(axes.size(), INT64_MIN);
  return w.Op("Slice", {x, w.Ints("starts", minus), w.Ints("ends", before_all),
                        w.Ints("axes", axes), w.Ints("steps", minus)});
}

Result<ValueId> Pair(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  std::vector<int64_t> axes = {rng.Int(0, type.rank() - 1)};
  if (axes[0] > 0 && rng.Chance(0.3)) axes.push_back(axes[0] - 1);
  return Reversed(w, Reversed(w, x, axes), axes);
}

}  // namespace
}  // namespace slice_reverse_pair

MutatorDef SliceReversePairDef() {
  return {.name = "slice-reverse-pair",
          .meaning = "a tensor is reversed by a slice of step -1, twice",
          .choices = "axis uniform; two axes three times out of ten",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindTensors<slice_reverse_pair::Fits>,
          .apply = Insert<slice_reverse_pair::Pair>};
}

}  // namespace assay::mutate
