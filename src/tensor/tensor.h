// Tensor: element type, shape and an immutable, shared buffer. Copying one never copies its data.
//
// Elements lie row-major, one element per StorageBytes(dtype) bytes: 4- and 2-bit types take a byte
// each (the signed ones sign-extended), float8 kinds and float16 are bit patterns, bool is 0 or 1,
// complex is two floats.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tensor/dtype.h"
#include "tensor/float_format.h"
#include "tensor/shape.h"

namespace assay {

class Tensor {
 public:
  Tensor() = default;
  // Zeros (or empty strings). Needs a shape whose element count is valid.
  Tensor(DType dtype, Shape shape);
  // Takes `bytes` as the elements. Needs bytes.size() == count * StorageBytes(dtype).
  Tensor(DType dtype, Shape shape, std::vector<std::byte> bytes);
  Tensor(Shape shape, std::vector<std::string> strings);

  DType dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }
  int rank() const { return static_cast<int>(shape_.size()); }
  int64_t count() const { return count_; }
  size_t byte_size() const { return static_cast<size_t>(count_) * StorageBytes(dtype_); }
  const std::byte* data() const { return bytes_ ? bytes_->data() : nullptr; }
  template <typename T>
  std::span<const T> as() const {
    return {reinterpret_cast<const T*>(data()), byte_size() / sizeof(T)};
  }
  std::span<const std::string> strings() const;
  // Same elements under another shape of the same count.
  Tensor Reshaped(Shape shape) const;
  // True when both share one buffer (no weights were copied).
  bool SharesDataWith(const Tensor& other) const {
    return bytes_ != nullptr && bytes_ == other.bytes_;
  }

  // One element converted; floats as double, integers and bool as int64 (uint64 keeps its bits).
  double RealAt(int64_t i) const;  // Needs IsFloat(dtype).
  int64_t IntAt(int64_t i) const;  // Needs IsIntOrBool(dtype).
  std::vector<int64_t> Ints() const;

  // Same type, shape and bits (NaN equals the same NaN).
  friend bool operator==(const Tensor& a, const Tensor& b);

 private:
  DType dtype_ = DType::kUndefined;
  Shape shape_;
  int64_t count_ = 0;
  // Shared because graphs are copied for every mutation while their weights stay the same.
  std::shared_ptr<const std::vector<std::byte>> bytes_;
  std::shared_ptr<const std::vector<std::string>> strings_;
};

// Builders: values are rounded to `dtype` (integers wrap).
Tensor MakeTensor(DType dtype, Shape shape, std::span<const double> values);
Tensor MakeIntTensor(DType dtype, Shape shape, std::span<const int64_t> values);
Tensor Int64Vector(std::span<const int64_t> values);
Tensor ScalarInt64(int64_t value);

// Writes element `i` of a buffer laid out as above.
void StoreReal(DType dtype, std::byte* buffer, int64_t i, double value);
void StoreInt(DType dtype, std::byte* buffer, int64_t i, int64_t value);

}  // namespace assay
