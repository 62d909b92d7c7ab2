// Values that tests forget: NaN, infinity, -0, overflow, nothing at all.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "kernel.h"

namespace assay::faults {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double In(const Kernel& kernel, size_t input, int64_t k) { return kernel.in(input).real(k).v; }

// A Clip from 0 to 6, which is how ONNX writes Relu6.
bool IsRelu6(const Kernel& kernel) {
  if (!kernel.Is({"Clip"}) || !kernel.IsReal()) return false;
  if (kernel.opset() < 11)
    return kernel.AttrFloat("min", -1) == 0 && kernel.AttrFloat("max", -1) == 6;
  return kernel.HasTensor(1) && kernel.HasTensor(2) && In(kernel, 1, 0) == 0 &&
         In(kernel, 2, 0) == 6;
}

void ReplaceNan(Kernel& kernel, double value) {
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (std::isnan(In(kernel, 0, k))) kernel.SetReal(k, value);
}

// Calls fix(place, a, b) for each element of a binary operator on reals.
template <typename Fix>
void ForEachPair(Kernel& kernel, const Fix& fix) {
  const auto a = kernel.Spread(0), b = kernel.Spread(1);
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    fix(k, In(kernel, 0, a[static_cast<size_t>(k)]), In(kernel, 1, b[static_cast<size_t>(k)]));
}

}  // namespace

// Relu6 refuses NaN although it is a number format's value like others.
void Relu6RefusesNan(Kernel& kernel) {
  if (!IsRelu6(kernel)) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (std::isnan(In(kernel, 0, k))) throw std::runtime_error("Relu6: NaN in the input");
}

// The test for NaN asks whether there is one anywhere.
void Relu6SpreadsNan(Kernel& kernel) {
  if (!IsRelu6(kernel)) return;
  bool any = false;
  for (int64_t k = 0; k < kernel.out().count(); ++k) any = any || std::isnan(In(kernel, 0, k));
  for (int64_t k = 0; any && k < kernel.out().count(); ++k) kernel.SetReal(k, kNan);
}

// The argument is cut to where the function is flat, by comparisons that are false for NaN.
void TanhOfNanIsOne(Kernel& kernel) {
  if (kernel.Is({"Tanh", "Erf"}) && kernel.IsReal()) ReplaceNan(kernel, 1);
}

void SigmoidOfNanIsZero(Kernel& kernel) {
  if (kernel.Is({"Sigmoid"}) && kernel.IsReal()) ReplaceNan(kernel, 0);
}

// NaN is passed over, as in nansum.
void SumPassesOverNan(Kernel& kernel) {
  if (!kernel.Is({"ReduceSum"}) || !kernel.IsReal()) return;
  std::vector<Known> inputs = kernel.inputs();
  bool any = false;
  for (int64_t k = 0; k < kernel.in(0).count(); ++k)
    if (std::isnan(In(kernel, 0, k))) {
      inputs[0].tensor.set(k, Real::Point(0));
      any = true;
    }
  if (any) kernel.Rerun(kernel.node(), std::move(inputs));
}

// All bits of the exponent are set, which they are for infinity, too.
void IsNanOfInfinity(Kernel& kernel) {
  if (!kernel.Is({"IsNaN"})) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (std::isinf(In(kernel, 0, k))) kernel.SetInt(k, 1);
}

// Arguments are raised to the smallest normal number.
void LogOfZeroIsFinite(Kernel& kernel) {
  if (!kernel.Is({"Log"}) || !kernel.IsReal()) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (In(kernel, 0, k) == 0) kernel.SetReal(k, std::log(0x1p-126));
}

// A Newton step on the estimate 0: 0 * (2 - infinity * 0).
void ReciprocalOfInfinityIsNan(Kernel& kernel) {
  if (!kernel.Is({"Reciprocal"}) || !kernel.IsReal()) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (std::isinf(In(kernel, 0, k))) kernel.SetReal(k, kNan);
}

// x * rsqrt(x), where rsqrt is 0.
void SqrtOfInfinityIsNan(Kernel& kernel) {
  if (!kernel.Is({"Sqrt"}) || !kernel.IsReal()) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (In(kernel, 0, k) == kInfinity) kernel.SetReal(k, kNan);
}

// A maximum begins at the lowest finite number.
void MaxStartsAtLowestFinite(Kernel& kernel) {
  constexpr double kLowest = -0x1.fffffep127;
  if (!kernel.Is({"ReduceMax", "MaxPool", "GlobalMaxPool"}) || !kernel.IsReal() ||
      kernel.out().dtype() != DType::kFloat32 || kernel.in(0).count() == 0)
    return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (kernel.Real(k) == -kInfinity) kernel.SetReal(k, kLowest);
}

// 16- and 32-bit integers stop at the ends of their range.
void AddSaturates(Kernel& kernel) {
  if (!kernel.Is({"Add"}) || !kernel.IsInteger()) return;
  const DType type = kernel.out().dtype();
  if (!IsInt(type) || BitWidth(type) < 16 || BitWidth(type) > 32) return;
  const auto a = kernel.Spread(0), b = kernel.Spread(1);
  for (int64_t k = 0; k < kernel.out().count(); ++k) {
    const int64_t sum = kernel.in(0).integer(a[static_cast<size_t>(k)]).v +
                        kernel.in(1).integer(b[static_cast<size_t>(k)]).v;
    kernel.SetInt(k, std::clamp(sum, IntMin(type), IntMax(type)));
  }
}

void AbsOfSmallestSaturates(Kernel& kernel) {
  if (!kernel.Is({"Abs", "Neg"}) || !kernel.IsInteger()) return;
  const DType type = kernel.out().dtype();
  if (!IsSignedInt(type) || BitWidth(type) < 16) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (kernel.in(0).integer(k).v == IntMin(type)) kernel.SetInt(k, IntMax(type));
}

void EmptyMaxIsZero(Kernel& kernel) {
  if (!kernel.Is({"ReduceMax", "ReduceMin"}) || !kernel.HasResult() || kernel.in(0).count() != 0)
    return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (kernel.IsReal())
      kernel.SetReal(k, 0);
    else
      kernel.SetInt(k, 0);
}

void EmptyProductIsZero(Kernel& kernel) {
  if (!kernel.Is({"ReduceProd"}) || !kernel.HasResult() || kernel.in(0).count() != 0) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (kernel.IsReal())
      kernel.SetReal(k, 0);
    else
      kernel.SetInt(k, 0);
}

// exp(y * log x): NaN where both factors of the exponent are 0 and infinite.
void PowOfZeroByZeroIsNan(Kernel& kernel) {
  if (!kernel.Is({"Pow"}) || !kernel.IsReal() || !kernel.in(1).is_real()) return;
  ForEachPair(kernel, [&](int64_t k, double x, double y) {
    if (y == 0 && (x == 0 || std::isinf(x))) kernel.SetReal(k, kNan);
  });
}

// What is too large for float16 becomes its largest number.
void CastToHalfSaturates(Kernel& kernel) {
  if (!kernel.Is({"Cast"}) || !kernel.IsReal() || kernel.out().dtype() != DType::kFloat16 ||
      !kernel.in(0).is_real())
    return;
  constexpr double kLargest = 65504;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (std::isinf(kernel.Real(k)) && std::isfinite(In(kernel, 0, k)))
      kernel.SetReal(k, std::copysign(kLargest, kernel.Real(k)));
}

void CastOfNanToBoolIsFalse(Kernel& kernel) {
  if (!kernel.Is({"Cast"}) || !kernel.HasResult() || kernel.out().dtype() != DType::kBool ||
      !kernel.in(0).is_real())
    return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (std::isnan(In(kernel, 0, k))) kernel.SetInt(k, 0);
}

void CastToFloat8IgnoresSaturate(Kernel& kernel) {
  if (kernel.Is({"Cast", "QuantizeLinear"})) kernel.RerunWithout("saturate");
}

void IsInfIgnoresSign(Kernel& kernel) {
  if (!kernel.Is({"IsInf"})) return;
  kernel.RerunWithout("detect_negative");
}

// Bits are compared instead of numbers: NaN equals itself, 0 differs from -0.
void EqualNanIsTrue(Kernel& kernel) {
  if (!kernel.Is({"Equal"}) || !kernel.in(0).is_real()) return;
  ForEachPair(kernel, [&](int64_t k, double a, double b) {
    if (std::isnan(a) && std::isnan(b)) kernel.SetInt(k, 1);
  });
}

void EqualSeesSignOfZero(Kernel& kernel) {
  if (!kernel.Is({"Equal"}) || !kernel.in(0).is_real()) return;
  ForEachPair(kernel, [&](int64_t k, double a, double b) {
    if (a == 0 && b == 0 && std::signbit(a) != std::signbit(b)) kernel.SetInt(k, 0);
  });
}

// (e^2x - 1) / (e^2x + 1) in float32.
void TanhOfLargeIsNan(Kernel& kernel) {
  constexpr double kExpLimit = 88.72;
  if (!kernel.Is({"Tanh"}) || !kernel.IsReal()) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (2 * In(kernel, 0, k) > kExpLimit) kernel.SetReal(k, kNan);
}

// Subnormal float16 are read as zero.
void HalfSubnormalsReadAsZero(Kernel& kernel) {
  constexpr double kSmallestNormal = 0x1p-14;
  if (!kernel.Is({"Cast"}) || !kernel.IsReal() || !kernel.in(0).is_real() ||
      kernel.in(0).dtype() != DType::kFloat16 || kernel.out().dtype() != DType::kFloat32)
    return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (std::fabs(In(kernel, 0, k)) < kSmallestNormal) kernel.SetReal(k, 0);
}

}  // namespace assay::faults
