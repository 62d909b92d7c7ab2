// Shape: the sizes of a tensor's axes, and the index arithmetic that operators share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/inline_vector.h"
#include "base/result.h"

namespace assay {

using Shape = InlineVector<int64_t, 6>;

// Product of the sizes; 1 for a scalar. Nothing when it overflows or a size is negative.
std::optional<int64_t> CheckedElementCount(const Shape& shape);
int64_t ElementCount(const Shape& shape);  // Needs a checked shape.

// Row-major strides, in elements.
Shape Strides(const Shape& shape);

std::string ShapeText(const Shape& shape);  // "[2,3]"

// NumPy broadcasting.
Result<Shape> BroadcastShapes(const Shape& a, const Shape& b);

// Strides for reading a tensor of `shape` as if it had the broadcast shape `out` (0 where it
// repeats).
Shape BroadcastStrides(const Shape& shape, const Shape& out);

// -rank <= axis < rank, made non-negative.
Result<int> NormalizeAxis(int64_t axis, int rank);

// Counts through all index tuples of `shape` in row-major order, keeping a linear offset under
// `strides`.
//   for (Odometer it(shape, strides); !it.done(); it.Next()) use(it.offset());
class Odometer {
 public:
  Odometer(const Shape& shape, const Shape& strides);
  bool done() const { return done_; }
  int64_t offset() const { return offset_; }
  const Shape& index() const { return index_; }
  void Next();

 private:
  Shape shape_, strides_, index_;
  int64_t offset_ = 0;
  bool done_ = false;
};

}  // namespace assay
