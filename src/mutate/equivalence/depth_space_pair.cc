// x  ==>  DepthToSpace(SpaceToDepth(x, b), b)   or   SpaceToDepth(DepthToSpace(x, b), b)
//
// Promise: same bits: DepthToSpace in its default mode (DCR) and SpaceToDepth move every element to
//          and from the same place.
// Needs:   float32 of rank 4 with static, nonzero sizes of which b divides height and width, or b*b
//          the channels.
// Aims at: layout passes.
#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace depth_space_pair {
namespace {

constexpr int64_t kBlocks[] = {2, 3};

bool SpaceDivides(const Shape& s, int64_t b) { return s[2] % b == 0 && s[3] % b == 0; }
bool DepthDivides(const Shape& s, int64_t b) { return s[1] % (b * b) == 0; }

bool Fits(const Model& model, const TensorType& type) {
  const auto shape = type.shape();
  if (type.dtype != DType::kFloat32 || !shape.has_value() || shape->size() != 4 ||
      HasZeroSize(type) || !Takes(model, "SpaceToDepth", type.dtype))
    return false;
  for (const int64_t b : kBlocks)
    if (SpaceDivides(*shape, b) || DepthDivides(*shape, b)) return true;
  return false;
}

Result<ValueId> Pair(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  struct Way {
    int64_t block;
    bool space_first;
  };
  std::vector<Way> ways;
  for (const int64_t b : kBlocks) {
    if (SpaceDivides(*type.shape(), b)) ways.push_back({b, true});
    if (DepthDivides(*type.shape(), b)) ways.push_back({b, false});
  }
  const Way way = rng.Pick(std::span<const Way>(ways));
  const Attrs attrs = {{"blocksize", way.block}};
  const char *there = "SpaceToDepth", *back = "DepthToSpace";
  if (!way.space_first) std::swap(there, back);
  return w.Op(back, {w.Op(there, {x}, attrs)}, attrs);
}

}  // namespace
}  // namespace depth_space_pair

MutatorDef DepthSpacePairDef() {
  return {.name = "depth-space-pair",
          .meaning = "blocks of an image move into the channels and back, or the other way",
          .choices = "block 2 or 3, whatever divides the sizes",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindTensors<depth_space_pair::Fits>,
          .apply = Insert<depth_space_pair::Pair>};
}

}  // namespace assay::mutate
