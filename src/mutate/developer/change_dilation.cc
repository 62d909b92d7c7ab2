// A convolution or pooling gets another dilation, with the padding that keeps its output size.
//
// Promise: changes.   Needs: a window wider than 1; pooling has dilations only in newer opsets.
// Aims at: dilated kernels and their lowering.   Repair: padding first (for a convolution it always
// does); otherwise as for change-stride.
#include "mutate/change_window.h"

namespace assay::mutate {
namespace change_dilation {
namespace {

constexpr int64_t kLargestDilation = 4;

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  Node node = base.model.graph.node(site.node);
  Window window = *ReadWindow(base.model.graph, node);
  const int64_t common = rng.Int(1, kLargestDilation);
  const bool uniform = rng.Chance(0.7);
  bool changed = false;
  for (size_t i = 0; i < window.axes(); ++i) {
    if (window.kernel[i] < 2) continue;
    const int64_t extent = window.extent(i);
    window.dilations[i] = uniform ? common : rng.Int(1, kLargestDilation);
    const int64_t growth = window.extent(i) - extent;
    changed = changed || growth != 0;
    const int64_t total = window.pads[i] + window.pads[i + window.axes()] + growth;
    if (growth != 0 && total >= 0) window.SetPadding(i, total);
  }
  if (!changed) return Reject("the dilation is the same");
  if (!window.IsSound() || !WriteWindow(base.model, window, node))
    return Reject("no such dilation here");
  return ReplaceLayer(base, site, std::move(node), rng);
}

}  // namespace
}  // namespace change_dilation

MutatorDef ChangeDilationDef() {
  return {.name = "change-dilation",
          .meaning = "a convolution or pooling gets another dilation",
          .choices = "1 to 4, in seven of ten cases the same along all axes; padding grows with it",
          .family = Family::kDeveloper,
          .promise = Promise::kChanges,
          .find = FindWindows,
          .apply = change_dilation::Apply};
}

}  // namespace assay::mutate
