// A convolution or pooling gets a window of another size, with the padding that keeps its output
// size.
//
// Promise: changes.   Needs: a static spatial shape; a convolution needs constant weights.   Aims
// at: kernels specialised by size (1x1, 3x3, Winograd) and the edges between them.   Repair:
// weights are cropped around their middle or get a rim of small random numbers; then padding;
// otherwise as for change-stride.
#include "mutate/change_window.h"
#include "mutate/edit.h"
#include "mutate/sites.h"
#include "mutate/weights.h"

namespace assay::mutate {
namespace change_kernel {
namespace {

// Rim weights are smaller than the others, so that the layer keeps its character and its scale.
constexpr double kRim = 0.25;
constexpr int64_t kLargestKernel = 7;

Tensor Resized(const Tensor& old, const std::vector<int64_t>& kernel, Rng& rng) {
  Shape shape = {old.shape()[0], old.shape()[1]};
  for (const int64_t k : kernel) shape.push_back(k);
  const double rim = kRim * StandardDeviation(old);
  std::vector<double> values;
  for (Odometer it(shape, Strides(shape)); !it.done(); it.Next()) {
    Shape from = it.index();
    bool inside = true;
    for (size_t i = 2; i < shape.size(); ++i) {
      from[i] += (old.shape()[i] - shape[i]) / 2;
      inside = inside && from[i] >= 0 && from[i] < old.shape()[i];
    }
    values.push_back(inside ? RealAtIndex(old, from) : rim * rng.Normal());
  }
  return MakeTensor(old.dtype(), shape, values);
}

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  Node node = graph.node(site.node);
  Window window = *ReadWindow(graph, node);
  bool changed = false;
  for (size_t i = 0; i < window.axes(); ++i) {
    const int64_t extent = window.extent(i);
    // Even steps keep the middle where it was.
    const int64_t step = rng.Chance(0.8) ? 2 * rng.Int(-1, 1) : rng.Int(-1, 1);
    window.kernel[i] += step;
    if (window.kernel[i] < 1 || window.kernel[i] > kLargestKernel) window.kernel[i] -= step;
    const int64_t growth = window.extent(i) - extent;
    changed = changed || growth != 0;
    const int64_t total = window.pads[i] + window.pads[i + window.axes()] + growth;
    if (growth != 0 && total >= 0) window.SetPadding(i, total);
  }
  if (!changed) return Reject("the kernel is the same");
  if (!window.IsSound() || !WriteWindow(out.model, window, node))
    return Reject("no such kernel here");
  if (!window.pools)
    node.inputs[1] =
        AddConstant(graph, "kernel", Resized(*WeightOf(graph, node.inputs[1]), window.kernel, rng));
  auto made = ReplaceLayer(std::move(out), site, std::move(node), rng);
  if (made.ok()) DropUnusedInitializers(made->model.graph);
  return made;
}

}  // namespace
}  // namespace change_kernel

MutatorDef ChangeKernelDef() {
  return {.name = "change-kernel",
          .meaning = "a convolution or pooling gets a window of another size",
          .choices =
              "each axis by -2, 0 or 2 (one in five: -1, 0, 1), between 1 and 7; new weights "
              "are normal with a quarter of the old ones' deviation",
          .family = Family::kDeveloper,
          .promise = Promise::kChanges,
          .find = FindWindows,
          .apply = change_kernel::Apply};
}

}  // namespace assay::mutate
