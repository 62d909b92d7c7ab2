#include "generate/operand_values.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/strings.h"

namespace assay::generate {
namespace {

constexpr int64_t kLargestSize = 6;
// Shapes with one long axis: kernels work in steps of 4 to 64 elements and have rests to see to.
constexpr double kChanceOfLong = 0.08;
constexpr int64_t kLongSizes[] = {7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65};
constexpr int64_t kLargestPlainInteger = 6;
constexpr int64_t kLargestInteger = 100;
// Tensors with integers of thousands and millions.
constexpr double kChanceOfLarge = 0.05;
// Tensors of one integer: optimisers look for zeros, ones and powers of two.
constexpr double kChanceOfOneNumber = 0.03;
constexpr double kChanceOfHighRank = 0.015;
constexpr int64_t kHighRank = 6;
constexpr double kLargeScale = 200, kSmallScale = 1e-3;

enum class Style { kPlain, kIntegers, kHalves, kSpecials, kNearTies, kOneNumber, kLarge, kSmall };

Style RandomStyle(Rng& rng) {
  const double u = rng.Unit();
  if (u < 0.54) return Style::kPlain;
  if (u < 0.65) return Style::kIntegers;
  if (u < 0.71) return Style::kHalves;
  if (u < 0.82) return Style::kSpecials;
  if (u < 0.88) return Style::kNearTies;
  if (u < 0.92) return Style::kOneNumber;
  return u < 0.96 ? Style::kLarge : Style::kSmall;
}

// Triangular over (-2, 2): like a normal number for our purposes, at a tenth of the cost.
double Plain(Rng& rng) { return 2 * (rng.Unit() - rng.Unit()); }

double Special(Rng& rng) {
  constexpr double kSpecials[] = {0.0, -0.0, 1.0, -1.0, 0.5, 2.0};
  return rng.Chance(0.4) ? rng.Pick<double>(kSpecials) : Plain(rng);
}

// One of few numbers, some of them off by one unit in the last place of `dtype`.
double NearTie(Rng& rng, DType dtype) {
  const double base = 0.75 * static_cast<double>(rng.Int(1, 3));
  return rng.Chance(0.5) ? base : base * (1 + 2 * FormatOf(dtype).unit);
}

double Element(Rng& rng, DType dtype, Style style) {
  switch (style) {
    case Style::kPlain:
      return Plain(rng);
    case Style::kIntegers:
      return static_cast<double>(rng.Int(-4, 4));
    case Style::kHalves:  // where rounding, truncation and quantisation turn
      return 0.5 * static_cast<double>(rng.Int(-9, 9));
    case Style::kSpecials:
    case Style::kOneNumber:
      return Special(rng);
    case Style::kNearTies:
      return NearTie(rng, dtype);
    case Style::kLarge:
      return kLargeScale * Plain(rng);
    case Style::kSmall:
      return kSmallScale * Plain(rng);
  }
  return 0;
}

double InRange(Rng& rng, DType dtype, Style style, Range range) {
  if (dtype == DType::kFloat8E8M0) return std::ldexp(1, static_cast<int>(rng.Int(-3, 3)));
  switch (range) {
    case Range::kAny:
      return Element(rng, dtype, style);
    case Range::kPositive:
    case Range::kNonZero:
      return rng.Real(0.25, 4);
    case Range::kAboveOne:
      return rng.Real(1.25, 4);
    case Range::kUnit:
      return rng.Real(-0.9, 0.9);
    case Range::kSmall:
      return rng.Real(-1, 1);
  }
  return 0;
}

int64_t Integer(Rng& rng, DType dtype, int64_t largest, Range range) {
  const int64_t hi = std::min(largest, IntMax(dtype));
  if (range == Range::kPositive || range == Range::kNonZero || range == Range::kAboveOne)
    return rng.Int(1, std::max<int64_t>(1, hi));
  return rng.Int(std::max(-largest, IntMin(dtype)), hi);
}

// Elements of an extreme tensor that are extreme.
constexpr double kChanceOfExtreme = 0.3;
// Extreme tensors that hold one number only.
constexpr double kChanceOfOneExtreme = 0.1;

double ExtremeReal(Rng& rng, DType dtype) {
  const FloatFormat& format = FormatOf(dtype);
  const double infinity =
      format.has_infinity ? std::numeric_limits<double>::infinity() : format.max;
  const double nan = format.has_nan ? std::numeric_limits<double>::quiet_NaN() : 0.0;
  const double extremes[] = {nan,
                             infinity,
                             -infinity,
                             format.max,
                             -format.max,
                             format.min_normal,
                             format.min_normal / 2,
                             -format.min_subnormal,
                             0.0,
                             -0.0};
  return rng.Pick<double>(extremes);
}

int64_t BesidePower(Rng& rng, DType dtype, std::span<const int> powers) {
  const int64_t at = (int64_t{1} << rng.Pick(powers)) + rng.Int(-1, 1);
  return std::clamp(rng.Chance(0.5) ? at : -at, IntMin(dtype), IntMax(dtype));
}

// At a power of two, or one beside it; the ends of the type.
int64_t ExtremeInteger(Rng& rng, DType dtype, int power) {
  if (rng.Chance(0.3)) return rng.Chance(0.5) ? IntMin(dtype) : IntMax(dtype);
  const int here[] = {rng.Chance(0.5) ? power : ExtremePower(rng)};
  return BesidePower(rng, dtype, here);
}

// Among small integers some beside powers of two from which a sum or two does not overflow.
int64_t LargeInteger(Rng& rng, DType dtype) {
  constexpr int kPowers[] = {7, 8, 15, 16, 24}, kWidePowers[] = {8, 15, 24, 31, 32, 53};
  if (!rng.Chance(0.4)) return Integer(rng, dtype, kLargestPlainInteger, Range::kAny);
  const bool wide = dtype == DType::kInt64 || dtype == DType::kUint64;
  return wide ? BesidePower(rng, dtype, kWidePowers) : BesidePower(rng, dtype, kPowers);
}

// Zero, one or a power of two where any number may be.
int64_t OneInteger(Rng& rng, DType dtype, Range range) {
  if (range != Range::kAny || dtype == DType::kBool)
    return Integer(rng, dtype, kLargestPlainInteger, range);
  return rng.Chance(0.3) ? 0 : int64_t{1} << rng.Int(0, 5);
}

constexpr double kChanceOfClose = 0.3;

Tensor StringTensor(Rng& rng, const Shape& shape) {
  constexpr std::string_view kWords[] = {"a", "b", "Ab", "", "one two", "x,y", "7", "ä"};
  std::vector<std::string> strings;
  for (int64_t i = 0; i < ElementCount(shape); ++i)
    strings.emplace_back(rng.Pick<std::string_view>(kWords));
  return Tensor(shape, std::move(strings));
}

// Sizes from `lo` to `hi` per axis.
struct Axis {
  int64_t lo, hi;
};

struct Wish {
  std::string_view op;
  int rank;
  Axis axes[4];
};

// Alphabetical; an operator with several wishes gets one of them.
constexpr Wish kWishes[] = {
    {"AffineGrid", 3, {{1, 2}, {2, 2}, {3, 3}}},
    {"AffineGrid", 3, {{1, 1}, {3, 3}, {4, 4}}},
    {"CausalConvWithState", 3, {{1, 2}, {1, 4}, {1, 5}}},
    {"DeformConv", 4, {{1, 2}, {1, 2}, {2, 4}, {2, 4}}},
    {"Det", 2, {{3, 3}, {3, 3}}},
    {"Det", 3, {{1, 3}, {2, 2}, {2, 2}}},
    {"LinearAttention", 3, {{1, 2}, {1, 4}, {2, 4}}},
    {"NonMaxSuppression", 3, {{1, 2}, {1, 6}, {4, 4}}},
    {"RotaryEmbedding", 4, {{1, 2}, {1, 2}, {1, 4}, {4, 4}}},
    {"STFT", 3, {{1, 2}, {3, 8}, {1, 1}}},
    {"STFT", 3, {{1, 2}, {3, 8}, {2, 2}}},
};

}  // namespace

Tensor OperandTensor(Rng& rng, DType dtype, const Shape& shape, Range range) {
  if (dtype == DType::kString) return StringTensor(rng, shape);
  const int64_t count = ElementCount(shape);
  std::vector<std::byte> bytes(static_cast<size_t>(count) * StorageBytes(dtype));
  if (IsFloat(dtype)) {
    const Style style = RandomStyle(rng);
    const double most = FormatOf(dtype).max;  // beyond it some formats have only NaN
    double value = 0;
    for (int64_t i = 0; i < count; ++i) {
      if (i == 0 || style != Style::kOneNumber)
        value = std::clamp(InRange(rng, dtype, style, range), -most, most);
      StoreReal(dtype, bytes.data(), i, value);
    }
  } else {
    const double style = rng.Unit();
    const int64_t largest = style < 0.9 ? kLargestPlainInteger : kLargestInteger;
    const bool large = style > 1 - kChanceOfLarge && range == Range::kAny && dtype != DType::kBool;
    const bool one = !large && style > 0.87 && style < 0.87 + kChanceOfOneNumber;
    int64_t value = one ? OneInteger(rng, dtype, range) : 0;
    for (int64_t i = 0; i < count; ++i) {
      if (!one) value = large ? LargeInteger(rng, dtype) : Integer(rng, dtype, largest, range);
      StoreInt(dtype, bytes.data(), i, value);
    }
  }
  return Tensor(dtype, shape, std::move(bytes));
}

int ExtremePower(Rng& rng) {
  constexpr int kPowers[] = {7, 8, 15, 16, 24, 31, 32, 53, 62};
  return rng.Pick<int>(kPowers);
}

Tensor ExtremeTensor(Rng& rng, DType dtype, const Shape& shape, int power) {
  if (dtype == DType::kString || dtype == DType::kBool) return OperandTensor(rng, dtype, shape);
  const int64_t count = ElementCount(shape);
  std::vector<std::byte> bytes(static_cast<size_t>(count) * StorageBytes(dtype));
  const bool real = IsFloat(dtype);
  if (count > 0 && rng.Chance(kChanceOfOneExtreme)) {
    const double number = real ? ExtremeReal(rng, dtype) : 0;
    const int64_t integer = real ? 0 : ExtremeInteger(rng, dtype, power);
    for (int64_t i = 0; i < count; ++i)
      if (real)
        StoreReal(dtype, bytes.data(), i, number);
      else
        StoreInt(dtype, bytes.data(), i, integer);
    return Tensor(dtype, shape, std::move(bytes));
  }
  // All beside one number: those of another such tensor are as close.
  const bool close = !real && rng.Chance(kChanceOfClose);
  for (int64_t i = 0; i < count && close; ++i) {
    const int64_t at = int64_t{1} << power;
    StoreInt(dtype, bytes.data(), i, std::clamp(at + rng.Int(-2, 2), IntMin(dtype), IntMax(dtype)));
  }
  for (int64_t i = 0; i < count && !close; ++i) {
    const bool extreme = rng.Chance(kChanceOfExtreme);
    if (real)
      StoreReal(
          dtype, bytes.data(), i,
          extreme ? ExtremeReal(rng, dtype) : InRange(rng, dtype, Style::kPlain, Range::kAny));
    else
      StoreInt(dtype, bytes.data(), i,
               extreme ? ExtremeInteger(rng, dtype, power)
                       : Integer(rng, dtype, kLargestPlainInteger, Range::kAny));
  }
  return Tensor(dtype, shape, std::move(bytes));
}

Shape OperandShape(Rng& rng, int64_t max_elements, double chance_of_empty) {
  constexpr int64_t kRanks[] = {0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5};
  const int64_t rank = rng.Chance(kChanceOfHighRank) ? kHighRank : rng.Pick<int64_t>(kRanks);
  Shape shape;
  int64_t left = std::max<int64_t>(max_elements, 1);
  const int64_t length =
      rank > 0 && rng.Chance(kChanceOfLong) ? std::min(rng.Pick<int64_t>(kLongSizes), left) : 0;
  const int64_t short_axes = length > 0 ? rank - 1 : rank;
  if (length > 0) left /= length;
  for (int64_t i = 0; i < short_axes; ++i) {
    // Axes that are still to come should not all have to be 1.
    const int64_t most = rank - i > 2 && left < 64 ? 3 : kLargestSize;
    const int64_t hi = std::min(most, left);
    shape.push_back(hi < 2 || rng.Chance(0.2) ? 1 : rng.Int(2, hi));
    left /= shape.back();
  }
  if (length > 0) shape.push_back(length);
  // Which axes are long should not depend on their place.
  if (rank > 1) std::swap(shape[static_cast<size_t>(rng.Int(0, rank - 1))], shape.back());
  if (rank > 0 && rng.Chance(chance_of_empty)) shape[static_cast<size_t>(rng.Int(0, rank - 1))] = 0;
  return shape;
}

std::optional<Shape> WishedShape(std::string_view op, Rng& rng) {
  const Wish* chosen = nullptr;
  int64_t matching = 0;
  for (const Wish& wish : kWishes)
    if (wish.op == op && rng.Int(0, matching++) == 0) chosen = &wish;
  if (chosen == nullptr) return std::nullopt;
  Shape shape;
  for (int i = 0; i < chosen->rank; ++i)
    shape.push_back(rng.Int(chosen->axes[i].lo, chosen->axes[i].hi));
  return shape;
}

}  // namespace assay::generate
