#include "tensor/float_format.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "base/rng.h"

namespace assay {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

constexpr DType kSmall[] = {DType::kFloat16,        DType::kBfloat16,   DType::kFloat8E4M3FN,
                            DType::kFloat8E4M3FNUZ, DType::kFloat8E5M2, DType::kFloat8E5M2FNUZ,
                            DType::kFloat8E8M0,     DType::kFloat4E2M1};

uint64_t PatternCount(DType type) { return uint64_t{1} << BitWidth(type); }

class SmallFormat : public testing::TestWithParam<DType> {};
INSTANTIATE_TEST_SUITE_P(All, SmallFormat, testing::ValuesIn(kSmall),
                         [](const auto& format) { return std::string(DTypeName(format.param)); });

TEST_P(SmallFormat, EveryPatternSurvivesDecodingAndEncoding) {
  const DType type = GetParam();
  for (uint64_t bits = 0; bits < PatternCount(type); ++bits) {
    const double value = DecodeFloat(type, bits);
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(DecodeFloat(type, EncodeFloat(type, value)))) << bits;
      continue;
    }
    ASSERT_EQ(EncodeFloat(type, value), bits) << value;
    ASSERT_EQ(std::bit_cast<uint64_t>(RoundTo(type, value)), std::bit_cast<uint64_t>(value))
        << bits;
  }
}

TEST_P(SmallFormat, LimitsAreThoseOfThePatterns) {
  const DType type = GetParam();
  double largest = 0, smallest = kInf;
  bool infinity = false, nan = false;
  for (uint64_t bits = 0; bits < PatternCount(type); ++bits) {
    const double value = DecodeFloat(type, bits);
    infinity |= std::isinf(value);
    nan |= std::isnan(value);
    if (!std::isfinite(value)) continue;
    largest = std::max(largest, value);
    if (value > 0) smallest = std::min(smallest, value);
  }
  const FloatFormat& format = FormatOf(type);
  EXPECT_EQ(format.max, largest);
  EXPECT_EQ(format.min_subnormal, smallest);
  EXPECT_EQ(format.has_infinity, infinity);
  EXPECT_EQ(format.has_nan, nan);
}

// Between every two neighbours: below, at and above the middle. A tie goes to the even pattern
// (float8e8m0: up).
TEST_P(SmallFormat, RoundsToTheNearestNeighbour) {
  const DType type = GetParam();
  const uint64_t positive = type == DType::kFloat8E8M0 ? 255 : PatternCount(type) / 2;
  for (uint64_t bits = 0; bits + 1 < positive; ++bits) {
    const double low = DecodeFloat(type, bits), high = DecodeFloat(type, bits + 1);
    if (!std::isfinite(low) || !std::isfinite(high)) break;
    const double middle = low + (high - low) / 2;
    const bool up = type == DType::kFloat8E8M0 || bits % 2 == 1;
    ASSERT_EQ(RoundTo(type, middle), up ? high : low) << bits;
    ASSERT_EQ(RoundTo(type, std::nextafter(middle, -kInf)), low) << bits;
    ASSERT_EQ(RoundTo(type, std::nextafter(middle, kInf)), high) << bits;
    if (type == DType::kFloat8E8M0) continue;
    ASSERT_EQ(RoundTo(type, -middle), up ? -high : -low) << bits;
  }
}

TEST_P(SmallFormat, EncodingEqualsRounding) {
  const DType type = GetParam();
  Rng rng(1);
  for (int i = 0; i < 20000; ++i) {
    const double value = std::bit_cast<double>(rng.Next());
    for (const double x : {value, rng.Normal() * 100}) {
      const double rounded = RoundTo(type, x), decoded = DecodeFloat(type, EncodeFloat(type, x));
      if (std::isnan(rounded))
        ASSERT_TRUE(std::isnan(decoded)) << x;
      else
        ASSERT_EQ(std::bit_cast<uint64_t>(rounded), std::bit_cast<uint64_t>(decoded)) << x;
      ASSERT_LE(std::fabs(RoundTo(type, std::isnan(x) ? 0 : std::fabs(x), Overflow::kSaturate)),
                FormatOf(type).max)
          << x;
    }
  }
}

// Expected values: the tables of the ONNX float8 and float4 pages.
TEST(FloatFormat, KnownLimits) {
  EXPECT_EQ(FormatOf(DType::kFloat16).max, 65504);
  EXPECT_EQ(FormatOf(DType::kFloat16).min_subnormal, 0x1p-24);
  EXPECT_EQ(FormatOf(DType::kBfloat16).max, 0x1.fep127);
  EXPECT_EQ(FormatOf(DType::kFloat8E4M3FN).max, 448);
  EXPECT_EQ(FormatOf(DType::kFloat8E4M3FN).min_subnormal, 0x1p-9);
  EXPECT_EQ(FormatOf(DType::kFloat8E4M3FNUZ).max, 240);
  EXPECT_EQ(FormatOf(DType::kFloat8E4M3FNUZ).min_subnormal, 0x1p-10);
  EXPECT_EQ(FormatOf(DType::kFloat8E5M2).max, 57344);
  EXPECT_EQ(FormatOf(DType::kFloat8E5M2).min_subnormal, 0x1p-16);
  EXPECT_EQ(FormatOf(DType::kFloat8E5M2FNUZ).max, 57344);
  EXPECT_EQ(FormatOf(DType::kFloat8E5M2FNUZ).min_subnormal, 0x1p-17);
  EXPECT_EQ(FormatOf(DType::kFloat8E8M0).max, 0x1p127);
  EXPECT_EQ(FormatOf(DType::kFloat4E2M1).max, 6);
}

TEST(FloatFormat, Float4HasTheseValues) {
  const std::vector<double> expected{0, 0.5, 1, 1.5, 2, 3, 4, 6};
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(DecodeFloat(DType::kFloat4E2M1, i), expected[i]);
    EXPECT_EQ(DecodeFloat(DType::kFloat4E2M1, i + 8), -expected[i]);
  }
}

TEST(FloatFormat, OverflowToInfinityNanOrTheLargest) {
  EXPECT_EQ(RoundTo(DType::kFloat16, 65519), 65504);
  EXPECT_EQ(RoundTo(DType::kFloat16, 65520), kInf);
  EXPECT_EQ(RoundTo(DType::kFloat16, -1e300), -kInf);
  EXPECT_EQ(RoundTo(DType::kFloat16, 1e300, Overflow::kSaturate), 65504);
  EXPECT_EQ(RoundTo(DType::kFloat8E4M3FN, 464), 448) << "a tie, and 448 is even";
  EXPECT_TRUE(std::isnan(RoundTo(DType::kFloat8E4M3FN, 465)));
  EXPECT_EQ(RoundTo(DType::kFloat8E4M3FN, -kInf, Overflow::kSaturate), -448);
  EXPECT_TRUE(std::isnan(RoundTo(DType::kFloat8E5M2FNUZ, kInf)));
  EXPECT_EQ(RoundTo(DType::kFloat8E5M2, kInf), kInf);
  EXPECT_EQ(RoundTo(DType::kFloat4E2M1, 1e9), 6);
  EXPECT_EQ(RoundTo(DType::kFloat32, 1e300), kInf);
  EXPECT_EQ(RoundTo(DType::kFloat32, -1e300, Overflow::kSaturate), -FormatOf(DType::kFloat32).max);
}

TEST(FloatFormat, NanPatterns) {
  EXPECT_EQ(EncodeFloat(DType::kFloat16, kNaN), 0x7e00u);
  EXPECT_EQ(EncodeFloat(DType::kBfloat16, kNaN), 0x7fc0u);
  EXPECT_EQ(EncodeFloat(DType::kFloat8E4M3FN, kNaN), 0x7fu);
  EXPECT_EQ(EncodeFloat(DType::kFloat8E4M3FN, -kNaN), 0xffu);
  EXPECT_EQ(EncodeFloat(DType::kFloat8E4M3FNUZ, kNaN), 0x80u);
  EXPECT_EQ(EncodeFloat(DType::kFloat8E5M2, kNaN), 0x7eu);
  EXPECT_EQ(EncodeFloat(DType::kFloat8E5M2FNUZ, -kNaN), 0x80u);
  EXPECT_EQ(EncodeFloat(DType::kFloat8E8M0, kNaN), 0xffu);
  EXPECT_EQ(EncodeFloat(DType::kFloat8E8M0, -1), 0xffu);
}

TEST(FloatFormat, FormatsWithoutNegativeZeroRoundToPlainZero) {
  for (const DType type : {DType::kFloat8E4M3FNUZ, DType::kFloat8E5M2FNUZ}) {
    EXPECT_FALSE(std::signbit(RoundTo(type, -0.0)));
    EXPECT_FALSE(std::signbit(RoundTo(type, -1e-30)));
    EXPECT_EQ(EncodeFloat(type, -1e-30), 0u);
  }
  EXPECT_TRUE(std::signbit(RoundTo(DType::kFloat8E4M3FN, -1e-30)));
  EXPECT_EQ(EncodeFloat(DType::kFloat16, -0.0), 0x8000u);
}

TEST(FloatFormat, Float32AndFloat64ArePlain) {
  Rng rng(2);
  for (int i = 0; i < 1000; ++i) {
    const double value = rng.Normal() * std::ldexp(1.0, static_cast<int>(rng.Int(-160, 140)));
    EXPECT_EQ(EncodeFloat(DType::kFloat32, value),
              std::bit_cast<uint32_t>(static_cast<float>(value)));
    EXPECT_EQ(DecodeFloat(DType::kFloat64, EncodeFloat(DType::kFloat64, value)), value);
  }
}

}  // namespace
}  // namespace assay
