// x  ==>  Squeeze(Unsqueeze(x, axes), axes)
//
// Promise: same bits: no element moves.   Needs: a tensor of rank at most 4.
// Aims at: squeeze and unsqueeze elimination, axes as attribute (before opset 13) and as input.
#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace unsqueeze_squeeze {
namespace {

constexpr int kMaxRank = 4;  // runtimes have special code up to rank 5 or 6

bool Fits(const Model& model, const TensorType& type) {
  return type.has_rank && type.rank() <= kMaxRank && Takes(model, "Unsqueeze", type.dtype) &&
         Takes(model, "Squeeze", type.dtype);
}

Result<ValueId> Pair(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  std::vector<int64_t> axes = {rng.Int(0, type.rank())};
  if (type.rank() < kMaxRank && rng.Chance(0.3)) axes.push_back(axes[0] + 1);
  return w.Squeeze(w.Unsqueeze(x, axes), axes);
}

}  // namespace
}  // namespace unsqueeze_squeeze

MutatorDef UnsqueezeSqueezeDef() {
  return {.name = "unsqueeze-squeeze",
          .meaning = "a tensor gets one or two axes of size 1 and loses them again",
          .choices = "position uniform; two neighbouring axes three times out of ten",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindTensors<unsqueeze_squeeze::Fits>,
          .apply = Insert<unsqueeze_squeeze::Pair>};
}

}  // namespace assay::mutate
