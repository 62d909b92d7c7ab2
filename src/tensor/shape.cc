#include "tensor/shape.h"

#include <algorithm>

#include "base/strings.h"

namespace assay {

std::optional<int64_t> CheckedElementCount(const Shape& shape) {
  int64_t count = 1;
  bool zero = false;
  for (const int64_t size : shape) {
    if (size < 0) return std::nullopt;
    if (size == 0) zero = true;
    if (size != 0 && __builtin_mul_overflow(count, size, &count)) return std::nullopt;
  }
  return zero ? 0 : count;
}

int64_t ElementCount(const Shape& shape) {
  int64_t count = 1;
  for (const int64_t size : shape) count *= size;
  return count;
}

Shape Strides(const Shape& shape) {
  Shape strides(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= shape[i];
  }
  return strides;
}

std::string ShapeText(const Shape& shape) { return StrCat("[", Join(shape, ","), "]"); }

Result<Shape> BroadcastShapes(const Shape& a, const Shape& b) {
  const size_t rank = std::max(a.size(), b.size());
  Shape out(rank);
  for (size_t i = 0; i < rank; ++i) {
    const int64_t x = i < rank - a.size() ? 1 : a[i - (rank - a.size())];
    const int64_t y = i < rank - b.size() ? 1 : b[i - (rank - b.size())];
    if (x != y && x != 1 && y != 1)
      return Invalid(StrCat("shapes ", ShapeText(a), " and ", ShapeText(b), " do not broadcast"));
    out[i] = x == 1 ? y : x;
  }
  return out;
}

Shape BroadcastStrides(const Shape& shape, const Shape& out) {
  const Shape own = Strides(shape);
  Shape strides(out.size(), 0);
  const size_t lead = out.size() - shape.size();
  for (size_t i = 0; i < shape.size(); ++i) strides[lead + i] = shape[i] == 1 ? 0 : own[i];
  return strides;
}

Result<int> NormalizeAxis(int64_t axis, int rank) {
  if (axis < -rank || axis >= rank)
    return Invalid(StrCat("axis ", axis, " is out of range for rank ", rank));
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

Odometer::Odometer(const Shape& shape, const Shape& strides)
    : shape_(shape), strides_(strides), index_(shape.size(), 0) {
  done_ = std::find(shape.begin(), shape.end(), 0) != shape.end();
}

void Odometer::Next() {
  for (size_t i = shape_.size(); i-- > 0;) {
    offset_ += strides_[i];
    if (++index_[i] < shape_[i]) return;
    offset_ -= strides_[i] * shape_[i];
    index_[i] = 0;
  }
  done_ = true;
}

}  // namespace assay
