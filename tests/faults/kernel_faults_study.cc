// The defects of the study's Table 5: NaN that activations, normalisations and convolutions make,
// roundings, an allocation that fails, a copy that is slow.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <new>

#include "kernel.h"

namespace assay::faults {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kTopExponent = 2;
constexpr int kKeptBits = 11;          // of float16
constexpr int64_t kMostPadded = 4096;  // elements
constexpr int kMostRank = 4;
constexpr int64_t kStepsPerElement = 4'000'000;  // about 3 milliseconds
constexpr int64_t kMostSteps = 200'000'000;      // stays far from every limit of time

double WithFewBits(double value) {
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(mantissa, kKeptBits)), exponent - kKeptBits);
}

bool AnyAbove(const std::vector<int64_t>& values, int64_t limit) {
  return std::any_of(values.begin(), values.end(), [&](int64_t v) { return v > limit; });
}

}  // namespace

// The sign that it multiplies with comes from x / |x|.
void Relu6OfZeroIsNan(Kernel& kernel) {
  if (!kernel.Is({"Clip"}) || !kernel.IsReal()) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (kernel.in(0).real(k).v == 0) kernel.SetReal(k, kNan);
}

// Only the top bit of the exponent is looked at, which is set from 2 on.
void Relu6TakesLargeForNan(Kernel& kernel) {
  if (!kernel.Is({"Clip"}) || !kernel.IsReal()) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (std::fabs(kernel.in(0).real(k).v) >= kTopExponent) kernel.SetReal(k, kNan);
}

// A comparison with NaN is false, whichever way it is written: the limit that is compared last
// wins.
void Relu6OfNanIs(Kernel& kernel, double limit) {
  if (!kernel.Is({"Clip"}) || !kernel.IsReal()) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (std::isnan(kernel.in(0).real(k).v)) kernel.SetReal(k, limit);
}
void Relu6OfNanIsZero(Kernel& kernel) { Relu6OfNanIs(kernel, 0); }
void Relu6OfNanIsSix(Kernel& kernel) { Relu6OfNanIs(kernel, 6); }

// The variance is checked against the mean as if it were the mean of squares.
void BatchNormOfLargeMeanIsNan(Kernel& kernel) {
  if (!kernel.Is({"BatchNormalization"}) || !kernel.IsReal() || kernel.output_count() != 1) return;
  const Shape& shape = kernel.out().shape();
  int64_t inner = 1;
  for (size_t axis = 2; axis < shape.size(); ++axis) inner *= shape[axis];
  for (int64_t k = 0; k < kernel.out().count(); ++k) {
    const int64_t channel = k / inner % shape[1];
    const double mean = kernel.in(3).real(channel).v;
    if (mean * mean > kernel.in(4).real(channel).v) kernel.SetReal(k, kNan);
  }
}

void ConvOfDilatedPaddingIsNan(Kernel& kernel) {
  if (!kernel.Is({"Conv"}) || !kernel.IsReal() || kernel.out().count() == 0) return;
  const std::vector<int64_t> strides = kernel.AttrInts("strides");
  const bool uneven =
      std::adjacent_find(strides.begin(), strides.end(), std::not_equal_to<>()) != strides.end();
  if ((uneven || AnyAbove(kernel.AttrInts("dilations"), 1)) && AnyAbove(kernel.AttrInts("pads"), 0))
    kernel.SetReal(kernel.out().count() - 1, kNan);
}

void AddMulBroadcastInHalf(Kernel& kernel) {
  if (!kernel.Is({"Add", "Mul"}) || !kernel.IsReal() || kernel.out().dtype() != DType::kFloat32)
    return;
  if (kernel.in(0).shape() == kernel.in(1).shape()) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k) kernel.SetReal(k, WithFewBits(kernel.Real(k)));
}

void PadCannotAllocate(Kernel& kernel) {
  if (!kernel.Is({"Pad"}) || !kernel.HasResult()) return;
  if (kernel.out().rank() > kMostRank || kernel.out().count() > kMostPadded) throw std::bad_alloc();
}

// One copy serves all operators that only change the shape.
void FlattenCopiesSlowly(Kernel& kernel) {
  if (!kernel.Is({"Flatten", "Reshape", "Squeeze", "Unsqueeze"}) || !kernel.HasResult()) return;
  static std::atomic<uint64_t> sink{0};
  uint64_t x = sink.load(std::memory_order_relaxed);
  const int64_t steps = std::min(kMostSteps, kStepsPerElement * kernel.out().count());
  for (int64_t i = 0; i < steps; ++i) x = x * 6364136223846793005u + 1442695040888963407u;
  sink.store(x, std::memory_order_relaxed);
}

}  // namespace assay::faults
