// Faults of kernels that slide a window: convolution, pooling, resizing.
#include <algorithm>

#include "kernel.h"

namespace assay::faults {
namespace {

bool AnyAbove(const std::vector<int64_t>& values, int64_t limit) {
  return std::any_of(values.begin(), values.end(), [&](int64_t v) { return v > limit; });
}

void IgnoreDilations(Kernel& kernel) {
  if (!AnyAbove(kernel.AttrInts("dilations"), 1)) return;
  Node variant = kernel.node();
  variant.attrs.Erase("dilations");
  kernel.RerunCropped(variant);
}

// Every group is computed with the weights of the first.
void UseFirstGroup(Kernel& kernel) {
  const int64_t groups = kernel.AttrInt("group", 1);
  if (groups < 2) return;
  const int64_t part = kernel.in(1).count() / groups;
  std::vector<Known> inputs = kernel.inputs();
  Bounded& weights = inputs[1].tensor;
  for (int64_t k = part; k < weights.count(); ++k) weights.set(k, kernel.in(1), k % part);
  kernel.Rerun(kernel.node(), std::move(inputs));
}

}  // namespace

void ConvIgnoresDilations(Kernel& kernel) {
  if (kernel.Is({"Conv"})) IgnoreDilations(kernel);
}

void MaxPoolIgnoresDilations(Kernel& kernel) {
  if (kernel.Is({"MaxPool"}) && kernel.output_count() == 1) IgnoreDilations(kernel);
}

void ConvUsesFirstGroup(Kernel& kernel) {
  if (kernel.Is({"Conv"})) UseFirstGroup(kernel);
}

void ConvTransposeUsesFirstGroup(Kernel& kernel) {
  if (kernel.Is({"ConvTranspose"})) UseFirstGroup(kernel);
}

void SameUpperPadsBelow(Kernel& kernel) {
  if (!kernel.Is({"Conv", "MaxPool", "AveragePool", "LpPool"})) return;
  if (kernel.AttrString("auto_pad", "NOTSET") == "SAME_UPPER")
    kernel.RerunWith("auto_pad", std::string("SAME_LOWER"));
}

void PadsSwapSides(Kernel& kernel) {
  if (!kernel.Is({"Conv", "AveragePool", "MaxPool"})) return;
  std::vector<int64_t> pads = kernel.AttrInts("pads");
  if (pads.empty()) return;
  std::rotate(pads.begin(), pads.begin() + static_cast<std::ptrdiff_t>(pads.size() / 2),
              pads.end());
  kernel.RerunWith("pads", pads);
}

// The last window, which ceil_mode adds, repeats the one before it.
void CeilModeRepeatsLast(Kernel& kernel) {
  if (!kernel.Is({"MaxPool", "AveragePool", "LpPool"}) || kernel.AttrInt("ceil_mode", 0) != 1 ||
      !kernel.HasResult())
    return;
  Node variant = kernel.node();
  variant.attrs.Erase("ceil_mode");
  const std::vector<Known> floor = kernel.Try(variant);
  if (floor.empty() || floor[0].tensor.shape() == kernel.out().shape()) return;
  const Shape smaller = floor[0].tensor.shape(), strides = Strides(kernel.out().shape());
  std::vector<int64_t> map;
  for (Odometer it(kernel.out().shape(), strides); !it.done(); it.Next()) {
    int64_t from = 0;
    for (size_t axis = 0; axis < smaller.size(); ++axis)
      from += strides[axis] * std::min(it.index()[axis], smaller[axis] - 1);
    map.push_back(std::max<int64_t>(from, 0));
  }
  kernel.Permute(map);
}

void AveragePoolIgnoresCountIncludePad(Kernel& kernel) {
  if (kernel.Is({"AveragePool"})) kernel.RerunWithout("count_include_pad");
}

// At the leading edge padding counts as zero instead of as nothing.
void MaxPoolPadsWithZero(Kernel& kernel) {
  if (!kernel.Is({"MaxPool"}) || !kernel.IsReal()) return;
  const std::vector<int64_t> pads = kernel.AttrInts("pads");
  const Shape& shape = kernel.out().shape();
  if (pads.size() != 2 * (shape.size() - 2)) return;
  for (Odometer it(shape, Strides(shape)); !it.done(); it.Next())
    for (size_t axis = 2; axis < shape.size(); ++axis)
      if (it.index()[axis] == 0 && pads[axis - 2] > 0 && kernel.Real(it.offset()) < 0)
        kernel.SetReal(it.offset(), 0);
}

void ResizeTakesAlignCornersForAsymmetric(Kernel& kernel) {
  constexpr auto kMode = "coordinate_transformation_mode";
  if (kernel.Is({"Resize"}) && kernel.AttrString(kMode, "half_pixel") == "align_corners")
    kernel.RerunWith(kMode, std::string("asymmetric"));
}

void ResizeIgnoresNearestMode(Kernel& kernel) {
  if (kernel.Is({"Resize"}) && kernel.AttrString("mode", "nearest") == "nearest")
    kernel.RerunWithout("nearest_mode");
}

void GridSampleIgnoresAlignCorners(Kernel& kernel) {
  if (kernel.Is({"GridSample"})) kernel.RerunWithout("align_corners");
}

}  // namespace assay::faults
