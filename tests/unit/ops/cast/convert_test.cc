// Conversion of single elements: interval ends, 64-bit integers, spelling of numbers.
#include "ops/cast/convert.h"

#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

TEST(Convert, IntervalsIntoFloat8KeepTheirOverflow) {
  const Conversion wild{.from = DType::kFloat32, .to = DType::kFloat8E4M3FN, .saturate = false};
  const Real y = ConvertReal(wild, Real{400, 400, 1000, Nan::kNever});
  EXPECT_EQ(y.nan, Nan::kMay);
  EXPECT_EQ(y.lo, 384);  // 400 is a tie between 384 and 416; 384 has the even significand
  EXPECT_EQ(y.hi, 448);
  EXPECT_EQ(ConvertReal(wild, Real{600, 500, 1000, Nan::kNever}).nan, Nan::kMust);
  const Real both = ConvertReal(wild, Real{0, -1000, 1000, Nan::kNever});
  EXPECT_EQ(both.lo, -448);
  EXPECT_EQ(both.hi, 448);
  EXPECT_EQ(both.nan, Nan::kMay);
}

TEST(Convert, NanHasNoPlaceInFloat4) {
  const Conversion c{.from = DType::kFloat32, .to = DType::kFloat4E2M1};
  const Real y = ConvertReal(c, Real::MustNan());
  EXPECT_EQ(y.nan, Nan::kNever);
  EXPECT_EQ(y.lo, -6);
  EXPECT_EQ(y.hi, 6);
  EXPECT_EQ(ConvertReal(c, Real::Point(9)).v, 6);
}

TEST(Convert, LargeIntegersRoundOnceOrTwiceIntoFloat32) {
  const Conversion c{.from = DType::kInt64, .to = DType::kFloat32};
  const int64_t k =
      (int64_t{1} << 61) + (int64_t{1} << 37) + 1;  // just above a tie: once up, twice down
  const Real y = IntToReal(c, Int::Point(k));
  EXPECT_TRUE(y.contains(0x1p61));
  EXPECT_TRUE(y.contains(0x1p61 + 0x1p38));
}

TEST(Convert, SpellingOfNumbers) {
  EXPECT_EQ(ParseNumber("1E8"), 1e8);
  EXPECT_EQ(ParseNumber("iNf"), kInf);
  EXPECT_FALSE(ParseNumber("").has_value());
  EXPECT_FALSE(ParseNumber(" 1").has_value());
  EXPECT_FALSE(ParseNumber("0x10").has_value());
  EXPECT_FALSE(ParseInteger("2.718", DType::kInt32).has_value());
  EXPECT_FALSE(ParseInteger("300", DType::kInt8).has_value());
  EXPECT_EQ(ParseInteger("18446744073709551615", DType::kUint64), -1);
}

TEST(Convert, FractionsIntoFourBitsAreCutOffOrRounded) {
  const Conversion four{.from = DType::kFloat32, .to = DType::kInt4};
  const Int y = RealToInt(four, Real::Point(-1.61));
  EXPECT_EQ(y.v, -1);
  EXPECT_EQ(y.lo, -2);
  EXPECT_EQ(y.hi, -1);
  EXPECT_TRUE(RealToInt(four, Real::Point(3)).point());
  EXPECT_TRUE(RealToInt(four, Real::Point(7.7)).contains(-8));  // 8 would be out of range
  const Conversion eight{.from = DType::kFloat32, .to = DType::kInt8};
  EXPECT_EQ(RealToInt(eight, Real::Point(-1.61)).lo, -1);
}

}  // namespace
}  // namespace assay::ops
