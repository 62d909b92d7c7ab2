// Lines: the lines of a tensor along one axis, for kernels that look at one line after the other.
#pragma once

#include <vector>

#include "kernel.h"

namespace assay::faults {

// Per line the places of its elements, in order. The axis may be negative.
inline std::vector<std::vector<int64_t>> Lines(const Shape& shape, int64_t axis) {
  std::vector<std::vector<int64_t>> out;
  const auto rank = static_cast<int64_t>(shape.size());
  if (axis < 0) axis += rank;
  if (axis < 0 || axis >= rank) return out;
  const auto along = static_cast<size_t>(axis);
  const Shape strides = Strides(shape);
  Shape starts = shape;
  starts[along] = shape[along] == 0 ? 0 : 1;
  for (Odometer it(starts, strides); !it.done(); it.Next()) {
    out.emplace_back();
    for (int64_t k = 0; k < shape[along]; ++k)
      out.back().push_back(it.offset() + k * strides[along]);
  }
  return out;
}

}  // namespace assay::faults
