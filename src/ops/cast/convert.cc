// Conversion rules of the Cast operator, one element at a time.
//
// Into float16, bfloat16, float32 and float64 a value is rounded to nearest, but an implementation
// that computes the rest in a wider type may keep it unrounded: the bound is the hull of both. Into
// the 8-bit and narrower kinds the value is always rounded, because their range and their handling
// of overflow are the point of casting to them.
#include "ops/cast/convert.h"

#include <charconv>
#include <cstdlib>

#include "base/strings.h"

namespace assay::ops {
namespace {

bool IsWideFloat(DType type) {
  return type == DType::kFloat16 || type == DType::kBfloat16 || type == DType::kFloat32 ||
         type == DType::kFloat64;
}

double RoundPower(double x, PowerRounding rounding) {
  int exponent;
  const double fraction = std::frexp(x, &exponent);  // in [0.5, 1)
  const double below = std::ldexp(1.0, exponent - 1);
  if (fraction == 0.5 || rounding == PowerRounding::kDown) return below;
  return rounding == PowerRounding::kUp || fraction >= 0.75 ? 2 * below : below;
}

// float8e8m0 of one number. NaN stands for NaN; `open` is set where the text leaves the result
// unspecified.
double ToPowerOfTwo(const Conversion& c, double x, bool& open) {
  constexpr double kMin = 0x1p-127, kMax = 0x1p127;
  if (std::isnan(x)) return x;
  if (x < 0 || (x == 0 && std::signbit(x))) {
    open = true;
    return kMin;
  }
  // The text has two columns, saturating and rounding up, not saturating and to nearest; the rest
  // is open beyond the range.
  const bool stated = c.saturate ? c.power_rounding == PowerRounding::kUp
                                 : c.power_rounding == PowerRounding::kNearest;
  const double y = x == 0 || std::isinf(x) ? x : RoundPower(x, c.power_rounding);
  if (y >= kMin && y <= kMax && x >= kMin && x <= kMax) return y;
  open = !stated;
  return c.saturate ? std::clamp(y, kMin, kMax) : kNaN;
}

// A small float of one number: rounded once, or twice on the way through float32 where `twice` is
// set.
double ToSmall(const Conversion& c, double x, bool twice, bool& open) {
  if (twice) x = RoundToFloat32(x);
  if (c.to == DType::kFloat8E8M0) return ToPowerOfTwo(c, x, open);
  if (std::isnan(x) && !FormatOf(c.to).has_nan) {
    open = true;
    return 0;
  }
  return RoundTo(c.to, x, c.saturate ? Overflow::kSaturate : Overflow::kToInfinity);
}

Real SmallAnything(DType type, double v) {
  const FloatFormat& f = FormatOf(type);
  const double low = type == DType::kFloat8E8M0 ? f.min_subnormal : f.has_infinity ? -kInf : -f.max;
  return {std::clamp(v, low, f.max), low, f.has_infinity ? kInf : f.max,
          f.has_nan ? Nan::kMay : Nan::kNever};
}

// Rounding is monotone, so the ends tell; overflow to NaN at an end leaves the largest finite value
// as the end.
Real ConvertSmall(const Conversion& c, const Real& x) {
  const FloatFormat& f = FormatOf(c.to);
  bool open = false;
  if (x.nan == Nan::kMust) {
    ToSmall(c, kNaN, false, open);
    return open ? SmallAnything(c.to, 0) : Real::MustNan();
  }
  const bool twice = c.from == DType::kFloat64;  // the others fit float32 exactly
  if (c.adversary != nullptr) {
    const double y = ToSmall(c, x.v, twice && c.adversary->Chance(0.5), open);
    return Real::Point(y);
  }
  const double ends[] = {ToSmall(c, x.lo, false, open), ToSmall(c, x.hi, false, open),
                         ToSmall(c, x.lo, twice, open), ToSmall(c, x.hi, twice, open)};
  const double v = ToSmall(c, x.v, false, open);
  if (open || (x.nan == Nan::kMay && !f.has_nan)) return SmallAnything(c.to, std::isnan(v) ? 0 : v);
  Real y{v, kInf, -kInf, x.nan};
  bool all_nan = true;
  for (const double end : ends) {
    if (std::isnan(end)) continue;
    all_nan = false;
    y.lo = std::min(y.lo, end);
    y.hi = std::max(y.hi, end);
  }
  const bool sides_differ = x.lo < 0 && x.hi > 0;  // NaN at both ends, but numbers between
  if (all_nan && !sides_differ) return Real::MustNan();
  if (std::isnan(ends[0]) || std::isnan(ends[2]))
    y = {v, x.lo < 0 ? -f.max : f.min_subnormal, all_nan ? f.max : y.hi, Nan::kMay};
  if (std::isnan(ends[1]) || std::isnan(ends[3])) y = {v, y.lo, f.max, Nan::kMay};
  y.v = std::isnan(v) ? y.lo : v;
  return y;
}

// May a subnormal of this type be written as zero?
bool Flushes(const Conversion& c) {
  return c.to == DType::kFloat16 ? c.rules.flush_float16 : c.rules.flush_to_zero;
}

double RoundedOnce(const Conversion& c, double x) { return RoundTo(c.to, x); }
double RoundedTwice(const Conversion& c, double x) {
  return c.to == DType::kFloat64 ? x : RoundTo(c.to, RoundToFloat32(x));
}

Real ConvertWide(const Conversion& c, const Real& x) {
  const double tiny = FormatOf(c.to).min_normal;
  if (c.adversary != nullptr) {
    const double choice = c.rules.plain ? 0 : c.adversary->Unit();
    double y = choice < 0.6 ? RoundedOnce(c, x.v) : choice < 0.8 ? RoundedTwice(c, x.v) : x.v;
    if (Flushes(c) && !c.rules.plain && std::fabs(y) < tiny && c.adversary->Chance(0.5)) y = 0;
    return Real::Point(y);
  }
  if (x.nan == Nan::kMust) return x;
  Real y{RoundedOnce(c, x.v), std::min({x.lo, RoundedOnce(c, x.lo), RoundedTwice(c, x.lo)}),
         std::max({x.hi, RoundedOnce(c, x.hi), RoundedTwice(c, x.hi)}), x.nan};
  if (Flushes(c)) {
    if (y.lo > 0 && y.lo < tiny) y.lo = 0;
    if (y.hi < 0 && y.hi > -tiny) y.hi = 0;
  }
  return y;
}

Int Full(DType type, int64_t v = 0) {
  return {v, type == DType::kUint64 ? INT64_MIN : IntMin(type), IntMax(type)};
}

}  // namespace

Real ConvertReal(const Conversion& c, const Real& x) {
  return IsWideFloat(c.to) ? ConvertWide(c, x) : ConvertSmall(c, x);
}

Int RealToInt(const Conversion& c, const Real& x) {
  const double min = c.to == DType::kUint64 ? 0 : static_cast<double>(IntMin(c.to));
  const double above = c.to == DType::kUint64
                           ? 0x1p64
                           : std::ldexp(1.0, BitWidth(c.to) - (IsSignedInt(c.to) ? 1 : 0));
  const auto fits = [&](double t) { return t >= min && t < above; };
  const auto whole = [&](double t) {
    return c.to == DType::kUint64 ? static_cast<int64_t>(static_cast<uint64_t>(t))
                                  : static_cast<int64_t>(t);
  };
  const double v = std::trunc(x.v), lo = std::trunc(x.lo), hi = std::trunc(x.hi);
  if (x.nan != Nan::kNever || !fits(lo) || !fits(hi)) {
    // The likely value all the same: most processors convert to 64 bits and drop the rest.
    const bool fits64 = v >= -0x1p63 && v < 0x1p63;
    return Full(c.to, fits(v)  ? whole(v)
                      : fits64 ? WrapInt(c.to, static_cast<int64_t>(v))
                               : IntMin(c.to));
  }
  if (c.to == DType::kUint64 && lo != hi) return Full(c.to, whole(v));
  if (BitWidth(c.to) < 8) {
    // The text does not say that fractions are cut off; for these types kernels round as well.
    const double down = std::nearbyint(x.lo), up = std::nearbyint(x.hi);
    if (!fits(down) || !fits(up)) return Full(c.to, whole(v));
    if (c.adversary != nullptr) return Int::Point(whole(c.adversary->Chance(0.5) ? v : down));
    return {whole(v), whole(std::min(lo, down)), whole(std::max(hi, up))};
  }
  return {whole(v), whole(lo), whole(hi)};
}

// "+/- 0.0 to False; all else to True": NaN is true.
Int RealToBool(const Real& x) {
  if (x.nan == Nan::kMust) return Int::Point(1);
  const bool may_be_zero = x.lo <= 0 && x.hi >= 0,
             only_zero = x.lo == 0 && x.hi == 0 && x.nan == Nan::kNever;
  return {x.v != 0, may_be_zero ? 0 : 1, only_zero ? 0 : 1};
}

Real IntToReal(const Conversion& c, const Int& x) {
  const bool is_unsigned = c.from == DType::kUint64;
  if (is_unsigned && !x.point()) return ConvertReal(c, {0, 0, 0x1p64, Nan::kNever});
  const auto real = [&](int64_t k) {
    return is_unsigned ? static_cast<double>(static_cast<uint64_t>(k)) : static_cast<double>(k);
  };
  Real exact{real(x.v), real(x.lo), real(x.hi), Nan::kNever};
  const auto single = [&](int64_t k) {
    return double{is_unsigned ? static_cast<float>(static_cast<uint64_t>(k))
                              : static_cast<float>(k)};
  };
  // Straight to float32 without the step through float64, which rounds beyond 2^53.
  if (c.to == DType::kFloat32 && c.adversary == nullptr) {
    exact.lo = std::min(exact.lo, single(x.lo));
    exact.hi = std::max(exact.hi, single(x.hi));
  }
  return ConvertReal(c, exact);
}

Int IntToInt(const Conversion& c, const Int& x) {
  if (c.to == DType::kBool) {
    if (x.point()) return Int::Point(x.v != 0);
    return {x.v != 0, x.contains(0) ? 0 : 1, 1};
  }
  const int64_t v = WrapInt(c.to, x.v);
  if (x.point()) return Int::Point(v);
  const bool wide = c.from == DType::kUint64 || c.to == DType::kUint64;
  if (wide || x.lo < IntMin(c.to) || x.hi > IntMax(c.to)) return Full(c.to, v);
  return {v, x.lo, x.hi};
}

std::optional<double> ParseNumber(const std::string& text) {
  if (text.empty()) return std::nullopt;
  for (const char ch : text)
    if (std::isxdigit(static_cast<unsigned char>(ch)) == 0 &&
        std::string_view("+-.eEiInNfFtTyYaA").find(ch) == std::string_view::npos)
      return std::nullopt;  // hexadecimal, blanks and NaN payloads are not in the text
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end != text.c_str() + text.size()) return std::nullopt;
  return value;
}

std::optional<int64_t> ParseInteger(const std::string& text, DType type) {
  std::string_view digits = text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  if (type == DType::kUint64) {
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return static_cast<int64_t>(value);
  }
  int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  if (value < IntMin(type) || value > IntMax(type)) return std::nullopt;
  return value;
}

namespace {

void FromString(const Conversion& c, const std::string& text, Bounded& out, int64_t i) {
  if (IsFloat(c.to)) {
    const auto number = ParseNumber(text);
    Conversion parsed = c;
    parsed.from = DType::kFloat64;
    if (number.has_value())
      out.set(i, ConvertReal(parsed, Real::Point(*number)));
    else
      out.set(i, Real::Anything());  // not a number: undefined
    return;
  }
  const auto number = c.to == DType::kBool ? std::nullopt : ParseInteger(text, c.to);
  out.set(i, number.has_value() ? Int::Point(*number) : Full(c.to));
}

Result<std::string> ToText(const Conversion& c, const Bounded& x, int64_t i) {
  if (x.is_real() || c.from == DType::kBool)
    return Undetermined(
        StrCat("how ", DTypeName(c.from), " is written as a string is not specified"));
  const Int value = x.integer(i);
  if (!value.point()) return Undetermined("a string would depend on rounding");
  return c.from == DType::kUint64 ? std::to_string(static_cast<uint64_t>(value.v))
                                  : std::to_string(value.v);
}

}  // namespace

Result<Bounded> ConvertAll(const Conversion& c, const Bounded& x) {
  if (c.from == c.to) return x;
  if (IsComplex(c.to)) return Unsupported(StrCat("a cast to ", DTypeName(c.to)));
  Bounded out(c.to, x.shape());
  for (int64_t i = 0; i < x.count(); ++i) {
    if (x.is_string()) {
      FromString(c, x.string(i), out, i);
    } else if (out.is_string()) {
      ASSAY_ASSIGN(std::string text, ToText(c, x, i));
      out.set(i, std::move(text));
    } else if (out.is_real()) {
      out.set(i, x.is_real() ? ConvertReal(c, x.real(i)) : IntToReal(c, x.integer(i)));
    } else if (x.is_real()) {
      out.set(i, c.to == DType::kBool ? RealToBool(x.real(i)) : RealToInt(c, x.real(i)));
    } else {
      out.set(i, IntToInt(c, x.integer(i)));
    }
  }
  return out;
}

}  // namespace assay::ops
