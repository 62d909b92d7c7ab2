// Sliding windows: the geometry that convolutions, pooling, Col2Im and MaxUnpool share.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ops/op.h"

namespace assay::ops {

// One spatial axis: the window covers input positions o * stride - begin + k * dilation for k <
// kernel.
struct WindowAxis {
  int64_t in = 0;
  int64_t kernel = 1;
  int64_t stride = 1;
  int64_t dilation = 1;
  int64_t begin = 0, end = 0;  // padding
  int64_t out = 0;
  // auto_pad SAME with strides that leave elements behind the last window: the text's formula gives
  // a negative padding, of which it does not say what it means.
  bool crops = false;

  int64_t extent() const { return (kernel - 1) * dilation + 1; }
};
using WindowAxes = std::vector<WindowAxis>;

inline constexpr Open kSameCrops = {
    "auto_pad SAME_UPPER or SAME_LOWER where strides leave elements behind the last window",
    "ONNX Conv and pooling: 'pad the input so that output_shape[i] = ceil(input_shape[i] / "
    "strides[i])'; the formula of pad_shape is then negative"};

// The attributes, with defaults filled in and checked: lengths, signs, and sizes that keep all
// arithmetic within int64.
struct WindowAttrs {
  std::vector<int64_t> strides, dilations, pads;
  std::string auto_pad;
  bool ceil_mode = false;
};
Result<WindowAttrs> ReadWindowAttrs(const Call& call, size_t spatial_rank);
// Checks a kernel shape against the same limits.
Status CheckKernel(std::span<const int64_t> kernel, size_t spatial_rank);

// Places the window on axis `i` of size `in`: resolves auto_pad and computes the output size.
Result<WindowAxis> PlaceWindow(const WindowAttrs& attrs, size_t i, int64_t in, int64_t kernel);
// All spatial axes of an input of shape [N, C, ...]. Undetermined where one of them crops.
Result<WindowAxes> PlaceWindows(const WindowAttrs& attrs, const Shape& input,
                                std::span<const int64_t> kernel);
// The output's spatial dims for type inference, unknown where the input's are; kernel -1: not
// known.
Result<Dims> InferWindows(const WindowAttrs& attrs, const TensorType& input,
                          std::span<const int64_t> kernel);

inline constexpr int64_t kTapPadding = -1;  // in the padding
inline constexpr int64_t kTapBeyond = -2;   // beyond the padding (the last window under ceil_mode)

// One position of the kernel: its number, and the offset in the input plane or one of the constants
// above.
struct WindowTap {
  int64_t kernel;
  int64_t input;
};

// Output positions in row-major order with the taps of each. f(position, taps).
template <typename F>
void ForEachWindow(const WindowAxes& axes, F f);

int64_t OutputPositions(const WindowAxes& axes);
int64_t InputPositions(const WindowAxes& axes);
int64_t KernelSize(const WindowAxes& axes);
// The taps of the window at output index `at`, in row-major order of the kernel.
void TapsAt(const WindowAxes& axes, const Shape& at, std::vector<WindowTap>& taps);

template <typename F>
void ForEachWindow(const WindowAxes& axes, F f) {
  Shape out;
  for (const WindowAxis& axis : axes) out.push_back(axis.out);
  std::vector<WindowTap> taps;
  int64_t position = 0;
  for (Odometer it(out, Strides(out)); !it.done(); it.Next()) {
    TapsAt(axes, it.index(), taps);
    f(position++, std::span<const WindowTap>(taps));
  }
}

// [N, C] followed by the axes' output sizes.
Shape WindowOutputShape(int64_t batch, int64_t channels, const WindowAxes& axes);

// For `propose`: random strides, dilations and padding (or auto_pad) such that every axis keeps at
// least one window and no window lies in the padding alone. Nothing when no kernel fits. `dilated`:
// the operator has dilations at this opset.
std::optional<Attrs> ProposeWindow(Rng& rng, const Shape& input, std::span<const int64_t> kernel,
                                   bool dilated);
// A random kernel that fits the input's spatial axes, each side at most `largest`.
std::vector<int64_t> ProposeKernel(Rng& rng, const Shape& input, int64_t largest);

}  // namespace assay::ops
