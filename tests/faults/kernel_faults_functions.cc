// Faults of kernels for functions such as Sqrt, Exp and Sin: poor approximations, forgotten cases.
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>

#include "kernel.h"

namespace assay::faults {
namespace {

// Vectorised kernels have another path for tensors of at least this size.
constexpr int64_t kVectorised = 16;

// The largest x whose exp is finite in float16, in which fast kernels compute it.
constexpr double kExpLimit = 11.09;

}  // namespace

// x * rsqrt(x).
void SqrtOfZeroIsNan(Kernel& kernel) {
  if (!kernel.Is({"Sqrt", "ReduceL2"}) || !kernel.IsReal()) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (kernel.Real(k) == 0) kernel.SetReal(k, std::nan(""));
}

// The reciprocal square root by its bit pattern, refined once.
void SqrtOneNewtonStep(Kernel& kernel) {
  if (!kernel.Is({"Sqrt"}) || !kernel.IsReal() || kernel.out().dtype() != DType::kFloat32 ||
      kernel.out().count() < kVectorised)
    return;
  for (int64_t k = 0; k < kernel.out().count(); ++k) {
    const auto x = static_cast<float>(kernel.in(0).real(k).v);
    if (!(x > 0) || !std::isfinite(x)) continue;
    uint32_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    bits = 0x5f3759dfU - (bits >> 1);
    float guess;
    std::memcpy(&guess, &bits, sizeof guess);
    guess *= 1.5F - 0.5F * x * guess * guess;
    kernel.SetReal(k, x * guess);
  }
}

void ExpSaturatesEarly(Kernel& kernel) {
  constexpr double kTable = 4;  // the last argument in a table of a fixed-point kernel
  if (!kernel.Is({"Exp"}) || !kernel.IsReal()) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (kernel.in(0).real(k).v > kTable) kernel.SetReal(k, std::exp(kTable));
}

// The three-term rational approximation of handbooks, good to 2.5e-5.
void ErfThreeTerms(Kernel& kernel) {
  if (!kernel.Is({"Erf"}) || !kernel.IsReal() || kernel.out().count() < kVectorised) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k) {
    const double x = kernel.in(0).real(k).v, t = 1 / (1 + 0.47047 * std::fabs(x));
    const double y =
        1 - (0.3480242 * t - 0.0958798 * t * t + 0.7478556 * t * t * t) * std::exp(-x * x);
    kernel.SetReal(k, std::copysign(y, x));
  }
}

// Range reduction with five digits of pi.
void SinWithShortPi(Kernel& kernel) {
  if (!kernel.Is({"Sin", "Cos"}) || !kernel.IsReal()) return;
  constexpr double kTurn = 2 * 3.1416;
  for (int64_t k = 0; k < kernel.out().count(); ++k) {
    const double x = kernel.in(0).real(k).v, turns = std::round(x / kTurn);
    if (turns == 0 || !std::isfinite(x)) continue;
    const double reduced = x - turns * kTurn;
    kernel.SetReal(k, kernel.Is({"Sin"}) ? std::sin(reduced) : std::cos(reduced));
  }
}

void PowLosesSign(Kernel& kernel) {
  if (!kernel.Is({"Pow"}) || !kernel.IsReal()) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (kernel.Real(k) < 0) kernel.SetReal(k, -kernel.Real(k));
}

// Without subtracting the maximum first.
void SoftmaxOverflows(Kernel& kernel) {
  if (!kernel.Is({"Softmax", "LogSoftmax"}) || !kernel.IsReal()) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (kernel.in(0).real(k).v > kExpLimit) kernel.SetReal(k, std::nan(""));
}

void SoftplusOverflows(Kernel& kernel) {
  if (!kernel.Is({"Softplus", "Mish"}) || !kernel.IsReal()) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (kernel.in(0).real(k).v > kExpLimit)
      kernel.SetReal(k, std::numeric_limits<double>::infinity());
}

void TanhRationalApproximation(Kernel& kernel) {
  if (!kernel.Is({"Tanh"}) || !kernel.IsReal() || kernel.out().count() < kVectorised) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k) {
    const double x = kernel.in(0).real(k).v, square = x * x;
    const double y = x * (27 + square) / (27 + 9 * square);
    kernel.SetReal(k, std::fmin(1, std::fmax(-1, y)));
  }
}

void AtanSecondBranch(Kernel& kernel) {
  if (!kernel.Is({"Atan"}) || !kernel.IsReal()) return;
  // atan(x) = pi/2 - atan(1/x) above 1; below -1 the sign of pi/2 is forgotten.
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (kernel.in(0).real(k).v < -1) kernel.SetReal(k, kernel.Real(k) + std::numbers::pi);
}

}  // namespace assay::faults
