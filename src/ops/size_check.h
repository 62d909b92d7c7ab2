// Refuses loops and buffers that no honest model needs, before they are started.
#pragma once

#include "ops/op.h"

namespace assay::ops {

// An Unsupported error when `shape` holds more than kMaxElements elements. A size of zero hides the
// others: name the axes that are looped over on their own.
inline Status CheckSize(const Shape& shape) {
  const auto count = CheckedElementCount(shape);
  if (count.has_value() && *count <= kMaxElements) return {};
  return Unsupported(StrCat("work of shape ", ShapeText(shape), " is too large to evaluate"));
}

inline Status CheckNotNegative(std::span<const int64_t> sizes) {
  for (const int64_t size : sizes)
    if (size < 0) return Invalid(StrCat("the shape [", Join(sizes, ","), "] has a negative size"));
  return {};
}

}  // namespace assay::ops
