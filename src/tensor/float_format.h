// The floating-point formats: limits, rounding of a double to a format, and their bit patterns.
#pragma once

#include <cstdint>

#include "tensor/dtype.h"

namespace assay {

struct FloatFormat {
  int precision;         // significand bits, the hidden one included (float32: 24)
  double unit;           // unit roundoff u = 2^-precision
  double max;            // largest finite value
  double min_normal;     // smallest positive normal value
  double min_subnormal;  // smallest positive value
  bool has_infinity;
  bool has_nan;
};

const FloatFormat& FormatOf(DType type);  // Needs IsFloat(type).

// What happens to a value beyond the largest finite one: formats without infinity give NaN or
// saturate.
enum class Overflow { kToInfinity, kSaturate };

// `value` rounded to nearest, ties to even, in `type`. float8e8m0 (powers of two) rounds to nearest
// in the exponent.
double RoundTo(DType type, double value, Overflow overflow = Overflow::kToInfinity);
inline double RoundToFloat32(double value) {
  return static_cast<double>(static_cast<float>(value));
}

// Bit patterns. Encode rounds first; sub-byte formats use the low bits.
uint64_t EncodeFloat(DType type, double value, Overflow overflow = Overflow::kToInfinity);
double DecodeFloat(DType type, uint64_t bits);

}  // namespace assay
