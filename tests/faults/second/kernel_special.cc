// Values that tests forget: NaN, infinity, -0, overflow, nothing at all.
#include <algorithm>
#include <cmath>
#include <limits>

#include "second/lines.h"

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

void Relu6OfNanIsZero(Kernel& kernel) {
  if (IsRelu6(kernel)) ReplaceNan(kernel, 0);
}

void Relu6OfNanIsSix(Kernel& kernel) {
  if (IsRelu6(kernel)) ReplaceNan(kernel, 6);
}

void ReluOfNanIsZero(Kernel& kernel) {
  if (kernel.Is({"Relu"}) && kernel.IsReal()) ReplaceNan(kernel, 0);
}

// The comparison is false for NaN, so the other operand is taken.
void MaxDropsNan(Kernel& kernel) {
  if (!kernel.Is({"Max", "Min"}) || !kernel.IsReal() || kernel.input_count() != 2) return;
  ForEachPair(kernel, [&](int64_t k, double a, double b) {
    if (std::isnan(a) != std::isnan(b)) kernel.SetReal(k, std::isnan(a) ? b : a);
  });
}

void ReduceMaxDropsNan(Kernel& kernel) {
  if (!kernel.Is({"ReduceMax", "ReduceMin"}) || !kernel.IsReal() || kernel.out().count() != 1 ||
      !std::isnan(kernel.Real(0)))
    return;
  double best = kNan;
  for (int64_t k = 0; k < kernel.in(0).count(); ++k)
    best = kernel.Is({"ReduceMax"}) ? std::fmax(best, In(kernel, 0, k))
                                    : std::fmin(best, In(kernel, 0, k));
  kernel.SetReal(0, best);
}

void SignOfNanIsZero(Kernel& kernel) {
  if (kernel.Is({"Sign"}) && kernel.IsReal()) ReplaceNan(kernel, 0);
}

// A row that is masked altogether gives zeros instead of 0 / 0.
void SoftmaxOfMaskedRowIsZero(Kernel& kernel) {
  if (!kernel.Is({"Softmax"}) || !kernel.IsReal() || kernel.opset() < 13) return;
  for (const auto& line : Lines(kernel.out().shape(), kernel.AttrInt("axis", -1)))
    if (std::all_of(line.begin(), line.end(),
                    [&](int64_t k) { return In(kernel, 0, k) == -kInfinity; }))
      for (const int64_t k : line) kernel.SetReal(k, 0);
}

// The largest is subtracted from itself although it is infinite.
void LogSumExpOfInfinityIsNan(Kernel& kernel) {
  if (!kernel.Is({"ReduceLogSumExp"}) || !kernel.IsReal() || kernel.in(0).count() == 0) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (std::isinf(kernel.Real(k))) kernel.SetReal(k, kNan);
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

void DivByMinusZeroLosesSign(Kernel& kernel) {
  if (!kernel.Is({"Div"}) || !kernel.IsReal()) return;
  ForEachPair(kernel, [&](int64_t k, double a, double b) {
    if (b == 0 && std::signbit(b) && std::isinf(kernel.Real(k)))
      kernel.SetReal(k, std::copysign(kInfinity, a));
  });
}

// int8 and int16 stop at the ends of their range.
void NarrowAddSaturates(Kernel& kernel) {
  if (!kernel.Is({"Add"}) || !kernel.IsInteger()) return;
  const DType type = kernel.out().dtype();
  if (type != DType::kInt8 && type != DType::kInt16 && type != DType::kUint8) return;
  const auto a = kernel.Spread(0), b = kernel.Spread(1);
  for (int64_t k = 0; k < kernel.out().count(); ++k) {
    const int64_t sum = kernel.in(0).integer(a[static_cast<size_t>(k)]).v +
                        kernel.in(1).integer(b[static_cast<size_t>(k)]).v;
    kernel.SetInt(k, std::clamp(sum, IntMin(type), IntMax(type)));
  }
}

void AbsOfSmallestSaturates(Kernel& kernel) {
  if (!kernel.Is({"Abs", "Neg"}) || !kernel.IsInteger() || !IsSignedInt(kernel.out().dtype()))
    return;
  const DType type = kernel.out().dtype();
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (kernel.in(0).integer(k).v == IntMin(type)) kernel.SetInt(k, IntMax(type));
}

// (e^2x - 1) / (e^2x + 1) in float32.
void TanhOfLargeIsNan(Kernel& kernel) {
  constexpr double kExpLimit = 88.72;
  if (!kernel.Is({"Tanh"}) || !kernel.IsReal()) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (2 * In(kernel, 0, k) > kExpLimit) kernel.SetReal(k, kNan);
}

// (e^x + e^-x) / 2 overflows before it is halved.
void CoshOverflowsEarly(Kernel& kernel) {
  if (!kernel.Is({"Cosh", "Sinh"}) || !kernel.IsReal()) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (const double x = In(kernel, 0, k);
        std::isfinite(kernel.Real(k)) &&
        std::isinf(RoundTo(kernel.out().dtype(), std::exp(std::fabs(x)))))
      kernel.SetReal(k, std::copysign(kInfinity, kernel.Real(k)));
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
