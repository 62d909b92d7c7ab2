// A convolution or pooling gets another stride.
//
// Promise: changes.   Needs: a static spatial shape.   Aims at: stride handling in kernels and in
// layout passes; strides that differ per axis.   Repair: the result is resized or pooled to the old
// size, unless the rest of the model stands the new one.
#include "mutate/change_window.h"

namespace assay::mutate {
namespace change_stride {
namespace {

constexpr int64_t kLargestStride = 3;

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  Node node = base.model.graph.node(site.node);
  Window window = *ReadWindow(base.model.graph, node);
  const std::vector<int64_t> old = window.strides;
  // Mostly the same along all axes, as people write it.
  const bool uniform = rng.Chance(0.7);
  const int64_t stride = rng.Int(1, kLargestStride);
  for (int64_t& one : window.strides) one = uniform ? stride : rng.Int(1, kLargestStride);
  if (window.strides == old) return Reject("the stride is the same");
  if (!window.IsSound() || !WriteWindow(base.model, window, node))
    return Reject("no such stride here");
  return ReplaceLayer(base, site, std::move(node), rng);
}

}  // namespace
}  // namespace change_stride

MutatorDef ChangeStrideDef() {
  return {.name = "change-stride",
          .meaning = "a convolution or pooling gets another stride",
          .choices = "1 to 3, in seven of ten cases the same along all axes",
          .family = Family::kDeveloper,
          .promise = Promise::kChanges,
          .find = FindWindows,
          .apply = change_stride::Apply};
}

}  // namespace assay::mutate
