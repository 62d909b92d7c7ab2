// Patches of an image as the columns of a matrix (im2col), for a block of output positions at a
// time.
#pragma once

#include <algorithm>
#include <vector>

#include "ops/conv/window.h"

namespace assay::ops {

// Output positions first..last-1 of `axes`. The matrix has a row per channel and kernel position
// and a column per output position.
class PatchBlock {
 public:
  PatchBlock(const WindowAxes& axes, int64_t first, int64_t last);

  // From `channels` planes of `plane` elements each; positions in the padding are zero.
  template <typename T>
  void Gather(const T* image, int64_t channels, int64_t plane, T* out) const;

 private:
  // A run of output positions on one line of the innermost axis.
  struct Run {
    int64_t column;  // first column it fills
    int64_t length;
    int64_t from;  // input coordinate of its first position on the innermost axis, before adding
                   // the kernel's
    size_t line;   // index into the offsets of a kernel row
  };

  template <typename T>
  void GatherRun(const T* line, int64_t x, int64_t length, T* out) const;

  WindowAxis inner_;
  std::vector<Run> runs_;
  int64_t columns_;
  int64_t outer_kernel_;  // kernel positions of all axes but the innermost
  std::vector<int64_t>
      line_offsets_;  // [outer kernel position][line]: input offset of that line, -1 in the padding
  size_t lines_ = 0;
};

template <typename T>
void PatchBlock::GatherRun(const T* line, int64_t x, int64_t length, T* out) const {
  const int64_t stride = inner_.stride;
  // Output positions whose input coordinate lies inside: x + j * stride in [0, in).
  const int64_t begin = std::clamp<int64_t>(x >= 0 ? 0 : (-x + stride - 1) / stride, 0, length);
  const int64_t end = std::clamp<int64_t>(
      x >= inner_.in ? 0 : (inner_.in - x + stride - 1) / stride, begin, length);
  std::fill(out, out + begin, T{});
  if (stride == 1)
    std::copy(line + x + begin, line + x + end, out + begin);
  else
    for (int64_t j = begin; j < end; ++j) out[j] = line[x + j * stride];
  std::fill(out + end, out + length, T{});
}

template <typename T>
void PatchBlock::Gather(const T* image, int64_t channels, int64_t plane, T* out) const {
  for (int64_t c = 0; c < channels; ++c)
    for (int64_t outer = 0; outer < outer_kernel_; ++outer) {
      const int64_t* offsets = line_offsets_.data() + static_cast<size_t>(outer) * lines_;
      for (int64_t k = 0; k < inner_.kernel; ++k, out += columns_)
        for (const Run& run : runs_) {
          const int64_t offset = offsets[run.line];
          if (offset < 0)
            std::fill(out + run.column, out + run.column + run.length, T{});
          else
            GatherRun(image + c * plane + offset, run.from + k * inner_.dilation, run.length,
                      out + run.column);
        }
    }
}

}  // namespace assay::ops
