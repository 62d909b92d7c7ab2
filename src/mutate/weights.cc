#include "mutate/weights.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace assay::mutate {

Tensor RandomWeights(Rng& rng, DType dtype, const Shape& shape, int64_t fan_in) {
  std::vector<double> values(static_cast<size_t>(ElementCount(shape)));
  const double scale = 1 / std::sqrt(static_cast<double>(std::max<int64_t>(1, fan_in)));
  for (double& value : values) value = scale * rng.Normal();
  return MakeTensor(dtype, shape, values);
}

Tensor Filled(DType dtype, const Shape& shape, double value) {
  return MakeTensor(dtype, shape,
                    std::vector<double>(static_cast<size_t>(ElementCount(shape)), value));
}

Tensor Converted(const Tensor& tensor, DType dtype) {
  std::vector<double> values;
  for (int64_t i = 0; i < tensor.count(); ++i) values.push_back(tensor.RealAt(i));
  return MakeTensor(dtype, tensor.shape(), values);
}

Tensor Transposed(const Tensor& tensor, std::span<const int64_t> perm) {
  const Shape old_strides = Strides(tensor.shape());
  Shape shape, strides;
  for (const int64_t axis : perm) {
    shape.push_back(tensor.shape()[static_cast<size_t>(axis)]);
    strides.push_back(old_strides[static_cast<size_t>(axis)]);
  }
  const size_t width = StorageBytes(tensor.dtype());
  std::vector<std::byte> bytes(tensor.byte_size());
  size_t to = 0;
  for (Odometer it(shape, strides); !it.done(); it.Next(), to += width)
    std::memcpy(&bytes[to], tensor.data() + static_cast<size_t>(it.offset()) * width, width);
  return Tensor(tensor.dtype(), shape, std::move(bytes));
}

double RealAtIndex(const Tensor& tensor, const Shape& index) {
  const Shape strides = Strides(tensor.shape());
  int64_t offset = 0;
  for (size_t i = 0; i < index.size(); ++i) {
    if (index[i] < 0 || index[i] >= tensor.shape()[i]) return 0;
    offset += index[i] * strides[i];
  }
  return tensor.RealAt(offset);
}

double LargestMagnitude(const Tensor& tensor) {
  double largest = 0;
  for (int64_t i = 0; i < tensor.count(); ++i)
    largest = std::max(largest, std::fabs(tensor.RealAt(i)));
  return largest;
}

double StandardDeviation(const Tensor& tensor) {
  double sum = 0, squares = 0;
  for (int64_t i = 0; i < tensor.count(); ++i) {
    sum += tensor.RealAt(i);
    squares += tensor.RealAt(i) * tensor.RealAt(i);
  }
  const auto n = static_cast<double>(std::max<int64_t>(1, tensor.count()));
  return std::sqrt(std::max(0.0, squares / n - (sum / n) * (sum / n)));
}

}  // namespace assay::mutate
