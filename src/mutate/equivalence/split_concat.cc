// split-concat:  x  ==>  Concat(Split(x))
// slice-concat:  x  ==>  Concat(Slice(x, :k), Slice(x, k:))
//
// Promise: same bits: every element is copied to where it was.
// Needs:   an axis of known size >= 2.
// Aims at: split/concat elimination, slice merging, in-place concat, negative and huge bounds.
#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace split_concat {
namespace {

constexpr int64_t kToTheEnd = INT64_MAX;

bool FitsSplit(const Model& model, const TensorType& type) {
  return !AxesOfSize(type, 2).empty() && Takes(model, "Split", type.dtype) &&
         Takes(model, "Concat", type.dtype);
}

bool FitsSlice(const Model& model, const TensorType& type) {
  return !AxesOfSize(type, 2).empty() && Takes(model, "Slice", type.dtype) &&
         Takes(model, "Concat", type.dtype);
}

int64_t PickAxis(const TensorType& type, Rng& rng) {
  const std::vector<int64_t> axes = AxesOfSize(type, 2);
  return rng.Pick(std::span<const int64_t>(axes));
}

Result<ValueId> ThroughSplit(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  const int64_t axis = PickAxis(type, rng), size = type.dims[static_cast<size_t>(axis)].size;
  std::vector<int64_t> sizes = {rng.Int(1, size - 1)};
  sizes.push_back(size - sizes[0]);
  if (sizes[1] >= 2 && rng.Chance(0.3)) {
    sizes.push_back(rng.Int(1, sizes[1] - 1));
    sizes[1] -= sizes[2];
  }
  return w.Concat(w.Split(x, axis, sizes), axis);
}

Result<ValueId> ThroughSlices(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  const int64_t axis = PickAxis(type, rng), size = type.dims[static_cast<size_t>(axis)].size;
  const int64_t k = rng.Int(1, size - 1);
  const bool negative = rng.Chance(0.5);
  const ValueId head = w.Slice(x, axis, 0, negative ? k - size : k);
  const ValueId tail =
      w.Slice(x, axis, negative ? k - size : k, rng.Chance(0.5) ? kToTheEnd : size);
  return w.Concat({head, tail}, axis);
}

}  // namespace
}  // namespace split_concat

MutatorDef SplitConcatDef() {
  return {.name = "split-concat",
          .meaning = "a tensor is split along an axis and joined again",
          .choices = "axis and cut uniform; three parts three times out of ten",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindTensors<split_concat::FitsSplit>,
          .apply = Insert<split_concat::ThroughSplit>};
}

MutatorDef SliceConcatDef() {
  return {.name = "slice-concat",
          .meaning = "a tensor is cut in two by slices and joined again",
          .choices =
              "axis and cut uniform; bounds counted from the end, and the largest integer as "
              "the end, half the time each",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindTensors<split_concat::FitsSlice>,
          .apply = Insert<split_concat::ThroughSlices>};
}

}  // namespace assay::mutate
