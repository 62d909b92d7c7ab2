#include "ops/conv/patches.h"

namespace assay::ops {

PatchBlock::PatchBlock(const WindowAxes& axes, int64_t first, int64_t last)
    : inner_(axes.back()),
      columns_(last - first),
      outer_kernel_(KernelSize(axes) / axes.back().kernel) {
  const int64_t width = inner_.out;
  const int64_t first_line = first / width, last_line = (last - 1) / width;
  lines_ = static_cast<size_t>(last_line - first_line + 1);
  for (int64_t p = first; p < last;) {
    const int64_t x = p % width, length = std::min(width - x, last - p);
    runs_.push_back({.column = p - first,
                     .length = length,
                     .from = x * inner_.stride - inner_.begin,
                     .line = static_cast<size_t>(p / width - first_line)});
    p += length;
  }
  line_offsets_.resize(static_cast<size_t>(outer_kernel_) * lines_);
  for (int64_t outer = 0; outer < outer_kernel_; ++outer)
    for (size_t line = 0; line < lines_; ++line) {
      int64_t k = outer, o = first_line + static_cast<int64_t>(line), stride = inner_.in,
              offset = 0;
      for (size_t d = axes.size() - 1; d-- > 0;) {
        const WindowAxis& axis = axes[d];
        const int64_t x =
            (o % axis.out) * axis.stride - axis.begin + (k % axis.kernel) * axis.dilation;
        if (x < 0 || x >= axis.in) offset = INT64_MIN / 2;
        offset += x * stride;
        stride *= axis.in;
        o /= axis.out;
        k /= axis.kernel;
      }
      line_offsets_[static_cast<size_t>(outer) * lines_ + line] = std::max<int64_t>(offset, -1);
    }
}

}  // namespace assay::ops
