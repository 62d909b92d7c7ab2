// What the pooling operators share: attributes, shapes and the walk over windows.
#pragma once

#include "ops/conv/window.h"

namespace assay::ops {

struct Pool {
  WindowAxes axes;
  Shape shape;        // of the result
  int64_t planes;     // N * C
  int64_t plane;      // elements per input plane
  int64_t positions;  // per output plane
};

// Output type from kernel_shape, strides, pads, dilations, auto_pad and ceil_mode.
Result<TensorType> InferPool(const InferCall& call);
Result<Pool> ReadPool(const Call& call, const Shape& input);
// [N, C, 1, 1, ..]: one window over all spatial elements.
Result<Types> InferGlobalPool(const InferCall& call);
Pool GlobalPool(const Shape& input);

struct PoolWindow {
  std::vector<int64_t> taps;  // offsets of the elements inside the plane, in row-major order
  int64_t padding = 0;        // positions in the padding (not beyond it)
};

// f(position, window) for every output position of a plane.
template <typename F>
void ForEachPoolWindow(const Pool& pool, F f) {
  PoolWindow window;
  ForEachWindow(pool.axes, [&](int64_t position, std::span<const WindowTap> taps) {
    window.taps.clear();
    window.padding = 0;
    for (const WindowTap& tap : taps) {
      if (tap.input >= 0) window.taps.push_back(tap.input);
      if (tap.input == kTapPadding) ++window.padding;
    }
    f(position, window);
  });
}

// kernel_shape and window attributes for inputs of rank 3 to 5.
std::optional<Proposal> ProposePool(const ProposeCall& call, bool dilated, bool has_ceil_mode);
std::optional<Proposal> ProposeGlobalPool(const ProposeCall& call);

}  // namespace assay::ops
