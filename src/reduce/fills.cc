// fills: plain values: zeros, ones, small integers, few digits.
//
// First whole tensors, then parts of them, down to single elements of small ones. A value is only
// replaced by a plainer one (Plainness), so that the search ends.
#include <algorithm>
#include <cmath>

#include "reduce/extract.h"
#include "reduce/pass.h"
#include "reduce/tensors.h"

namespace assay::reduce {
namespace {

// Tensors up to this size are looked at element by element.
constexpr int64_t kSmallTensor = 32;
// Larger ones in so many parts.
constexpr int64_t kParts = 8;
// Small integers end here.
constexpr double kSmallInteger = 10;

// How plain one number is: 0 for zero, then one, small integers, few digits. Lower is plainer.
int Plainness(double value) {
  if (value == 0 && !std::signbit(value)) return 0;
  if (value == 1) return 1;
  if (value == std::round(value) && std::fabs(value) <= kSmallInteger) return 2;
  if (value * 2 == std::round(value * 2) && std::fabs(value) <= kSmallInteger) return 3;
  if (value * 100 == std::round(value * 100) && std::fabs(value) <= 10 * kSmallInteger) return 4;
  return 5;
}

// Rounded so that it is at most as complicated as `level` says.
double Plain(double value, int level) {
  switch (level) {
    case 0:
      return 0;
    case 1:
      return 1;
    case 2:
      return std::clamp(std::round(value), -kSmallInteger, kSmallInteger);
    case 3:
      return std::clamp(std::round(value * 2) / 2, -kSmallInteger, kSmallInteger);
    default:
      return std::clamp(std::round(value * 64) / 64, -10 * kSmallInteger, 10 * kSmallInteger);
  }
}
constexpr int kLevels = 5;

double ValueAt(const Tensor& tensor, int64_t i) {
  return IsFloat(tensor.dtype()) ? tensor.RealAt(i) : static_cast<double>(tensor.IntAt(i));
}

Tensor FromValues(DType dtype, const Shape& shape, const std::vector<double>& values) {
  if (IsFloat(dtype)) return MakeTensor(dtype, shape, values);
  const std::vector<int64_t> ints(values.begin(), values.end());
  return MakeIntTensor(dtype, shape, ints);
}

bool CanFill(const Tensor& tensor) {
  return (IsNumber(tensor.dtype()) || tensor.dtype() == DType::kBool) && tensor.count() > 0;
}

// The elements [first, last) made as plain as `level` says; those that are plainer stay. Nothing
// when that changes nothing.
std::optional<Tensor> Plainer(const Tensor& tensor, int64_t first, int64_t last, int level) {
  std::vector<double> values;
  bool changed = false;
  for (int64_t i = 0; i < tensor.count(); ++i) {
    const double old = ValueAt(tensor, i);
    const bool replace = i >= first && i < last && Plainness(old) > level;
    values.push_back(replace ? Plain(old, level) : old);
    changed = changed || values.back() != old;
  }
  if (!changed) return std::nullopt;
  return FromValues(tensor.dtype(), tensor.shape(), values);
}

// 1, 2, 3, … in place of numbers that are not all small integers.
std::optional<Tensor> Counted(const Tensor& tensor) {
  bool plain = true;
  std::vector<double> values;
  for (int64_t i = 0; i < tensor.count(); ++i) {
    plain = plain && Plainness(ValueAt(tensor, i)) <= 2;
    values.push_back(static_cast<double>(1 + i % 9));
  }
  if (plain) return std::nullopt;
  return FromValues(tensor.dtype(), tensor.shape(), values);
}

Maker With(const ModelCase& now, const Place& place, std::optional<Tensor> tensor) {
  return [now, place, tensor]() -> std::optional<ModelCase> {
    if (!tensor.has_value()) return std::nullopt;
    ModelCase changed = now;
    SetTensor(changed, place, *tensor);
    return Finished(std::move(changed));
  };
}

Makers WholeTensors(const ModelCase& now) {
  Makers out;
  for (const Place& place : TensorPlaces(now)) {
    const Tensor& tensor = TensorAt(now, place);
    if (!CanFill(tensor)) continue;
    for (int level = 0; level < kLevels; ++level) {
      out.push_back(With(now, place, Plainer(tensor, 0, tensor.count(), level)));
      if (level == 2) out.push_back(With(now, place, Counted(tensor)));
    }
  }
  return out;
}

// Parts of `size` elements made zero, or made as plain as they can be.
Makers Parts(const ModelCase& now, int64_t parts) {
  Makers out;
  for (const Place& place : TensorPlaces(now)) {
    const Tensor& tensor = TensorAt(now, place);
    if (!CanFill(tensor) || tensor.count() < 2) continue;
    if (parts > kParts && tensor.count() > kSmallTensor) continue;
    const int64_t size = std::max<int64_t>(1, (tensor.count() + parts - 1) / parts);
    for (int64_t first = 0; first < tensor.count(); first += size)
      for (int level = 0; level < (size == 1 ? kLevels : 1); ++level)
        out.push_back(With(now, place, Plainer(tensor, first, first + size, level)));
  }
  return out;
}

}  // namespace

void Fills(Search& search) {
  search.Sweep(WholeTensors);
  for (int64_t parts = 2; parts <= kSmallTensor; parts *= 2)
    search.Sweep([&](const ModelCase& now) { return Parts(now, parts); });
}

}  // namespace assay::reduce
