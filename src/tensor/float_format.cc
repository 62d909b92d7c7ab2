#include "tensor/float_format.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace assay {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Layout of the small formats: sign, exponent bits, mantissa bits, bias, and the special patterns.
struct Layout {
  int exponent_bits;
  int mantissa_bits;
  int bias;
  enum Specials { kIeee, kFn, kFnuz, kNone } specials;
};

Layout LayoutOf(DType type) {
  switch (type) {
    case DType::kFloat16:
      return {5, 10, 15, Layout::kIeee};
    case DType::kBfloat16:
      return {8, 7, 127, Layout::kIeee};
    case DType::kFloat8E4M3FN:
      return {4, 3, 7, Layout::kFn};
    case DType::kFloat8E4M3FNUZ:
      return {4, 3, 8, Layout::kFnuz};
    case DType::kFloat8E5M2:
      return {5, 2, 15, Layout::kIeee};
    case DType::kFloat8E5M2FNUZ:
      return {5, 2, 16, Layout::kFnuz};
    case DType::kFloat6E2M3:
      return {2, 3, 1, Layout::kNone};
    case DType::kFloat6E3M2:
      return {3, 2, 3, Layout::kNone};
    case DType::kFloat4E2M1:
      return {2, 1, 1, Layout::kNone};
    default:
      ASSAY_CHECK(false) << "no layout for " << DTypeName(type);
  }
  return {};
}

bool IsSmall(DType type) {
  return type != DType::kFloat32 && type != DType::kFloat64 && type != DType::kFloat8E8M0;
}

int SignShift(const Layout& l) { return l.exponent_bits + l.mantissa_bits; }

double LargestFinite(const Layout& l) {
  const int all_ones = (1 << l.exponent_bits) - 1;
  const double full = 2.0 - std::ldexp(1.0, -l.mantissa_bits);
  switch (l.specials) {
    case Layout::kIeee:
      return std::ldexp(full, all_ones - 1 - l.bias);
    case Layout::kFn:
      return std::ldexp(full - std::ldexp(1.0, -l.mantissa_bits), all_ones - l.bias);
    default:
      return std::ldexp(full, all_ones - l.bias);
  }
}

FloatFormat MakeSmall(DType type) {
  const Layout l = LayoutOf(type);
  return {.precision = l.mantissa_bits + 1,
          .unit = std::ldexp(1.0, -(l.mantissa_bits + 1)),
          .max = LargestFinite(l),
          .min_normal = std::ldexp(1.0, 1 - l.bias),
          .min_subnormal = std::ldexp(1.0, 1 - l.bias - l.mantissa_bits),
          .has_infinity = l.specials == Layout::kIeee,
          .has_nan = l.specials != Layout::kNone};
}

FloatFormat Make(DType type) {
  switch (type) {
    case DType::kFloat32:
      return {24, 0x1p-24, 0x1.fffffep127, 0x1p-126, 0x1p-149, true, true};
    case DType::kFloat64:
      return {53, 0x1p-53, std::numeric_limits<double>::max(), 0x1p-1022, 0x1p-1074, true, true};
    case DType::kFloat8E8M0:
      return {1, 0.5, 0x1p127, 0x1p-127, 0x1p-127, false, true};
    default:
      return MakeSmall(type);
  }
}

// Rounds to a multiple of the format's spacing at `value`: adding a number whose last place is that
// spacing makes the processor do it, ties to even included.
double RoundSmall(const FloatFormat& f, double value) {
  const uint64_t exponent = (std::bit_cast<uint64_t>(value) >> 52) & 0x7ff;
  const auto shift = static_cast<uint64_t>(f.precision - 1);
  double step = exponent > shift ? std::bit_cast<double>((exponent - shift) << 52) : 0;
  if (step < f.min_subnormal) step = f.min_subnormal;
  const double magic = step * 0x1.8p52;
  return std::copysign((value + magic) - magic, value);
}

double RoundPowerOfTwo(double value, Overflow overflow) {
  if (std::isnan(value) || value < 0) return kNaN;
  if (value == 0) return 0x1p-127;
  if (std::isinf(value)) return overflow == Overflow::kSaturate ? 0x1p127 : kNaN;
  int exponent;
  const double fraction = std::frexp(value, &exponent);  // in [0.5, 1)
  // Halfway between two powers rounds up, as the ONNX text says of mode "nearest".
  const int rounded = fraction >= 0.75 ? exponent : exponent - 1;
  if (rounded > 127) return overflow == Overflow::kSaturate ? 0x1p127 : kNaN;
  return std::ldexp(1.0, std::max(rounded, -127));
}

}  // namespace

const FloatFormat& FormatOf(DType type) {
  static const auto* const table = [] {
    auto* formats = new FloatFormat[kDTypeCount]();
    for (int i = 1; i < kDTypeCount; ++i)
      if (IsFloat(static_cast<DType>(i))) formats[i] = Make(static_cast<DType>(i));
    return formats;
  }();
  return table[static_cast<size_t>(type)];
}

double RoundTo(DType type, double value, Overflow overflow) {
  if (type == DType::kFloat32) {
    const double rounded = RoundToFloat32(value);
    if (overflow == Overflow::kSaturate && std::isinf(rounded))
      return std::copysign(FormatOf(type).max, value);
    return rounded;
  }
  if (type == DType::kFloat64) return value;
  if (type == DType::kFloat8E8M0) return RoundPowerOfTwo(value, overflow);
  const FloatFormat& f = FormatOf(type);
  if (std::isnan(value)) return f.has_nan ? value : std::copysign(f.max, value);
  const double rounded = std::isinf(value) || value == 0 ? value : RoundSmall(f, value);
  if (rounded == 0 && LayoutOf(type).specials == Layout::kFnuz)
    return 0;  // these formats have no -0
  if (std::fabs(rounded) <= f.max) return rounded;
  if (overflow == Overflow::kSaturate || !f.has_nan) return std::copysign(f.max, value);
  return f.has_infinity ? std::copysign(kInf, value) : kNaN;
}

uint64_t EncodeFloat(DType type, double value, Overflow overflow) {
  value = RoundTo(type, value, overflow);
  if (type == DType::kFloat64) return std::bit_cast<uint64_t>(value);
  if (type == DType::kFloat32) return std::bit_cast<uint32_t>(static_cast<float>(value));
  if (type == DType::kFloat8E8M0) {
    if (std::isnan(value)) return 0xff;
    return static_cast<uint64_t>(std::ilogb(value) + 127);
  }
  const Layout l = LayoutOf(type);
  const uint64_t sign = std::signbit(value) ? uint64_t{1} << SignShift(l) : 0;
  const uint64_t exponent_ones = (uint64_t{1} << l.exponent_bits) - 1;
  const uint64_t mantissa_ones = (uint64_t{1} << l.mantissa_bits) - 1;
  if (std::isnan(value)) {
    if (l.specials == Layout::kFnuz) return uint64_t{1} << SignShift(l);
    if (l.specials == Layout::kFn) return sign | (exponent_ones << l.mantissa_bits) | mantissa_ones;
    return sign | (exponent_ones << l.mantissa_bits) | (uint64_t{1} << (l.mantissa_bits - 1));
  }
  if (std::isinf(value)) return sign | (exponent_ones << l.mantissa_bits);
  const double magnitude = std::fabs(value);
  if (magnitude == 0) return l.specials == Layout::kFnuz ? 0 : sign;
  const FloatFormat& f = FormatOf(type);
  if (magnitude < f.min_normal) return sign | static_cast<uint64_t>(magnitude / f.min_subnormal);
  const int exponent = std::ilogb(magnitude);
  const auto mantissa =
      static_cast<uint64_t>(std::ldexp(magnitude, l.mantissa_bits - exponent)) & mantissa_ones;
  return sign | (static_cast<uint64_t>(exponent + l.bias) << l.mantissa_bits) | mantissa;
}

double DecodeFloat(DType type, uint64_t bits) {
  if (type == DType::kFloat64) return std::bit_cast<double>(bits);
  if (type == DType::kFloat32) return std::bit_cast<float>(static_cast<uint32_t>(bits));
  if (type == DType::kFloat8E8M0)
    return bits == 0xff ? kNaN : std::ldexp(1.0, static_cast<int>(bits) - 127);
  ASSAY_CHECK(IsSmall(type)) << DTypeName(type);
  const Layout l = LayoutOf(type);
  const bool negative = (bits >> SignShift(l)) & 1;
  const uint64_t exponent_ones = (uint64_t{1} << l.exponent_bits) - 1;
  const uint64_t mantissa_ones = (uint64_t{1} << l.mantissa_bits) - 1;
  const uint64_t exponent = (bits >> l.mantissa_bits) & exponent_ones;
  const uint64_t mantissa = bits & mantissa_ones;
  const double sign = negative ? -1.0 : 1.0;
  if (l.specials == Layout::kFnuz && negative && exponent == 0 && mantissa == 0) return kNaN;
  if (l.specials == Layout::kFn && exponent == exponent_ones && mantissa == mantissa_ones)
    return kNaN;
  if (l.specials == Layout::kIeee && exponent == exponent_ones)
    return mantissa != 0 ? kNaN : sign * kInf;
  const double fraction = static_cast<double>(mantissa) * std::ldexp(1.0, -l.mantissa_bits);
  if (exponent == 0) return sign * std::ldexp(fraction, 1 - l.bias);
  return sign * std::ldexp(1.0 + fraction, static_cast<int>(exponent) - l.bias);
}

}  // namespace assay
