// Attributes at their boundaries: kernels that slide a window or sample an image.
#include <algorithm>
#include <cmath>

#include "kernel.h"

namespace assay::faults {
namespace {

constexpr auto kCoordinates = "coordinate_transformation_mode";

int64_t At(const std::vector<int64_t>& values, size_t k, int64_t otherwise) {
  return k < values.size() ? values[k] : otherwise;
}

// How many of the window's taps at output place `at` lie within [-begin, size + end).
int64_t TapsWithin(int64_t at, int64_t stride, int64_t begin, int64_t window, int64_t dilation,
                   int64_t limit) {
  int64_t within = 0;
  for (int64_t tap = 0; tap < window; ++tap) within += at * stride - begin + tap * dilation < limit;
  return within;
}

}  // namespace

// SAME padding is divided as if the kernel were not dilated; what is missing is added at the end.
void SamePadsIgnoreDilations(Kernel& kernel) {
  const std::string mode = kernel.AttrString("auto_pad", "NOTSET");
  if (!kernel.Is({"Conv"}) || !mode.starts_with("SAME") || !kernel.HasResult()) return;
  const Shape &in = kernel.in(0).shape(), &weights = kernel.in(1).shape();
  const std::vector<int64_t> dilations = kernel.AttrInts("dilations"),
                             strides = kernel.AttrInts("strides");
  const size_t spatial = in.size() - 2;
  std::vector<int64_t> pads(2 * spatial, 0);
  bool changed = false;
  for (size_t axis = 0; axis < spatial; ++axis) {
    const int64_t size = in[axis + 2], window = weights[axis + 2];
    const int64_t dilation = At(dilations, axis, 1), stride = At(strides, axis, 1);
    const int64_t covered = ((size + stride - 1) / stride - 1) * stride - size;
    const int64_t total = std::max<int64_t>(covered + (window - 1) * dilation + 1, 0);
    const int64_t plain = std::max<int64_t>(covered + window, 0);
    const int64_t odd = mode == "SAME_LOWER" ? 1 : 0;
    pads[axis] = (plain + odd) / 2;
    pads[axis + spatial] = total - pads[axis];
    changed = changed || pads[axis] != (total + odd) / 2;
  }
  if (!changed) return;
  Node variant = kernel.node();
  variant.attrs.Erase("auto_pad");
  variant.attrs.Set("pads", pads);
  kernel.Rerun(variant);
}

// A window that ceil_mode lets hang over the padded edge is divided by its full size.
void CeilModeCountsOverhang(Kernel& kernel) {
  if (!kernel.Is({"AveragePool"}) || !kernel.IsReal() || kernel.AttrInt("ceil_mode", 0) != 1 ||
      kernel.AttrInt("count_include_pad", 0) != 1 || kernel.HasAttr("auto_pad"))
    return;
  const Shape &in = kernel.in(0).shape(), &out = kernel.out().shape();
  const std::vector<int64_t> window = kernel.AttrInts("kernel_shape"),
                             strides = kernel.AttrInts("strides"), pads = kernel.AttrInts("pads"),
                             dilations = kernel.AttrInts("dilations");
  for (Odometer it(out, Strides(out)); !it.done(); it.Next()) {
    double share = 1;
    for (size_t axis = 0; axis < window.size(); ++axis) {
      const int64_t limit = in[axis + 2] + At(pads, axis + window.size(), 0);
      const int64_t taps = TapsWithin(it.index()[axis + 2], At(strides, axis, 1), At(pads, axis, 0),
                                      window[axis], At(dilations, axis, 1), limit);
      share *= static_cast<double>(taps) / static_cast<double>(window[axis]);
    }
    if (share != 1) kernel.SetReal(it.offset(), kernel.Real(it.offset()) * share);
  }
}

void TransposedSameUpperIsLower(Kernel& kernel) {
  if (kernel.Is({"ConvTranspose"}) && kernel.AttrString("auto_pad", "NOTSET") == "SAME_UPPER")
    kernel.RerunWith("auto_pad", std::string("SAME_LOWER"));
}

// An even number of channels to look at lies more to the left than it should: more to the right.
void LrnEvenSizeMirrored(Kernel& kernel) {
  const int64_t size = kernel.AttrInt("size", 1);
  if (!kernel.Is({"LRN"}) || !kernel.IsReal() || size % 2 != 0) return;
  const Shape& shape = kernel.out().shape();
  const int64_t channels = shape[1];
  int64_t inner = 1;
  for (size_t axis = 2; axis < shape.size(); ++axis) inner *= shape[axis];
  for (int64_t k = 0; k < kernel.out().count(); ++k) {
    const int64_t channel = k / inner % channels;
    double squares = 0;
    for (int64_t c = std::max<int64_t>(0, channel - size / 2);
         c <= std::min(channels - 1, channel + size / 2 - 1); ++c) {
      const double x = kernel.in(0).real(k + (c - channel) * inner).v;
      squares += x * x;
    }
    const double divisor =
        std::pow(kernel.AttrFloat("bias", 1) +
                     kernel.AttrFloat("alpha", 1e-4) / static_cast<double>(size) * squares,
                 kernel.AttrFloat("beta", 0.75));
    kernel.SetReal(k, kernel.in(0).real(k).v / divisor);
  }
}

// pytorch_half_pixel differs from half_pixel where one element is asked for.
void ResizeToOneIsHalfPixel(Kernel& kernel) {
  if (kernel.Is({"Resize"}) && kernel.AttrString(kCoordinates, "") == "pytorch_half_pixel")
    kernel.RerunWith(kCoordinates, std::string("half_pixel"));
}

void ResizeIgnoresExcludeOutside(Kernel& kernel) {
  if (kernel.Is({"Resize"}) && kernel.AttrString("mode", "nearest") == "cubic")
    kernel.RerunWithout("exclude_outside");
}

void RoiAlignIgnoresCoordinates(Kernel& kernel) {
  if (kernel.Is({"RoiAlign"}) && kernel.opset() >= 16) kernel.RerunWithout(kCoordinates);
}

void GridSampleReflectsToBorder(Kernel& kernel) {
  if (kernel.Is({"GridSample"}) && kernel.AttrString("padding_mode", "zeros") == "reflection")
    kernel.RerunWith("padding_mode", std::string("border"));
}

void MaxPoolIgnoresStorageOrder(Kernel& kernel) {
  if (kernel.Is({"MaxPool"}) && kernel.output_count() == 2) kernel.RerunWithout("storage_order");
}

}  // namespace assay::faults
