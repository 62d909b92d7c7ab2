#include "tensor/tensor.h"

#include <cmath>

#include "base/check.h"

namespace assay {

Tensor::Tensor(DType dtype, Shape shape)
    : dtype_(dtype), shape_(std::move(shape)), count_(ElementCount(shape_)) {
  if (dtype == DType::kString)
    strings_ = std::make_shared<std::vector<std::string>>(static_cast<size_t>(count_));
  else
    bytes_ = std::make_shared<std::vector<std::byte>>(byte_size());
}

Tensor::Tensor(DType dtype, Shape shape, std::vector<std::byte> bytes)
    : dtype_(dtype), shape_(std::move(shape)), count_(ElementCount(shape_)) {
  ASSAY_CHECK(bytes.size() == byte_size()) << bytes.size() << " bytes for " << ShapeText(shape_);
  bytes_ = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
}

Tensor::Tensor(Shape shape, std::vector<std::string> strings)
    : dtype_(DType::kString), shape_(std::move(shape)), count_(ElementCount(shape_)) {
  ASSAY_CHECK(static_cast<int64_t>(strings.size()) == count_) << ShapeText(shape_);
  strings_ = std::make_shared<const std::vector<std::string>>(std::move(strings));
}

std::span<const std::string> Tensor::strings() const {
  return strings_ ? std::span<const std::string>(*strings_) : std::span<const std::string>();
}

Tensor Tensor::Reshaped(Shape shape) const {
  ASSAY_CHECK(ElementCount(shape) == count_) << ShapeText(shape_) << " to " << ShapeText(shape);
  Tensor out = *this;
  out.shape_ = std::move(shape);
  return out;
}

namespace {

uint64_t LoadBits(const std::byte* at, size_t bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, at, bytes);
  return bits;
}

}  // namespace

double Tensor::RealAt(int64_t i) const {
  if (dtype_ == DType::kFloat32) return as<float>()[static_cast<size_t>(i)];
  if (dtype_ == DType::kFloat64) return as<double>()[static_cast<size_t>(i)];
  const size_t bytes = StorageBytes(dtype_);
  return DecodeFloat(dtype_, LoadBits(data() + static_cast<size_t>(i) * bytes, bytes));
}

int64_t Tensor::IntAt(int64_t i) const {
  const size_t bytes = StorageBytes(dtype_);
  const uint64_t bits = LoadBits(data() + static_cast<size_t>(i) * bytes, bytes);
  return WrapInt(dtype_, static_cast<int64_t>(bits));
}

std::vector<int64_t> Tensor::Ints() const {
  std::vector<int64_t> out(static_cast<size_t>(count_));
  for (int64_t i = 0; i < count_; ++i) out[static_cast<size_t>(i)] = IntAt(i);
  return out;
}

bool operator==(const Tensor& a, const Tensor& b) {
  if (a.dtype_ != b.dtype_ || !(a.shape_ == b.shape_)) return false;
  if (a.dtype_ == DType::kString)
    return std::equal(a.strings().begin(), a.strings().end(), b.strings().begin(),
                      b.strings().end());
  return a.bytes_ == b.bytes_ || a.byte_size() == 0 ||
         std::memcmp(a.data(), b.data(), a.byte_size()) == 0;
}

void StoreReal(DType dtype, std::byte* buffer, int64_t i, double value) {
  const size_t bytes = StorageBytes(dtype);
  ASSAY_CHECK(IsFloat(dtype)) << DTypeName(dtype);
  const uint64_t bits = EncodeFloat(dtype, value);
  std::memcpy(buffer + static_cast<size_t>(i) * bytes, &bits, bytes);
}

void StoreInt(DType dtype, std::byte* buffer, int64_t i, int64_t value) {
  const size_t bytes = StorageBytes(dtype);
  ASSAY_CHECK(IsIntOrBool(dtype)) << DTypeName(dtype);
  value = WrapInt(dtype, value);
  std::memcpy(buffer + static_cast<size_t>(i) * bytes, &value, bytes);
}

namespace {

// Cuts the fraction off and wraps into 64 bits, also where a plain conversion would be undefined.
int64_t WrapReal(double value) {
  if (!std::isfinite(value)) return 0;
  const auto magnitude = static_cast<uint64_t>(std::fmod(std::trunc(std::fabs(value)), 0x1p64));
  return static_cast<int64_t>(value < 0 ? 0 - magnitude : magnitude);
}

}  // namespace

Tensor MakeTensor(DType dtype, Shape shape, std::span<const double> values) {
  ASSAY_CHECK(IsFloat(dtype) || IsIntOrBool(dtype)) << DTypeName(dtype);
  std::vector<std::byte> bytes(values.size() * StorageBytes(dtype));
  for (size_t i = 0; i < values.size(); ++i) {
    const auto at = static_cast<int64_t>(i);
    if (IsFloat(dtype))
      StoreReal(dtype, bytes.data(), at, values[i]);
    else
      StoreInt(dtype, bytes.data(), at,
               dtype == DType::kBool ? values[i] != 0 : WrapReal(values[i]));
  }
  return Tensor(dtype, std::move(shape), std::move(bytes));
}

Tensor MakeIntTensor(DType dtype, Shape shape, std::span<const int64_t> values) {
  std::vector<std::byte> bytes(values.size() * StorageBytes(dtype));
  for (size_t i = 0; i < values.size(); ++i)
    StoreInt(dtype, bytes.data(), static_cast<int64_t>(i), values[i]);
  return Tensor(dtype, std::move(shape), std::move(bytes));
}

Tensor Int64Vector(std::span<const int64_t> values) {
  return MakeIntTensor(DType::kInt64, Shape{static_cast<int64_t>(values.size())}, values);
}

Tensor ScalarInt64(int64_t value) {
  return MakeIntTensor(DType::kInt64, Shape{}, std::span(&value, 1));
}

}  // namespace assay
