#include "ops/image/sampling.h"

#include "tests/unit/ops/op_test.h"

namespace assay::ops::sampling_test {
namespace {

const Arith kArith(DType::kFloat32, Rules{});

double SumOf(const AxisTaps& taps) {
  double sum = 0;
  for (const AxisTap& tap : taps) sum += tap.weight.v;
  return sum;
}

TEST(Sampling, LinearWeightsAtACertainCoordinateAreExact) {
  const AxisTaps taps = TapsFor(kArith, Real::Point(1.25), {});
  EXPECT_DOUBLE_EQ(SumOf(taps), 1);
  for (const AxisTap& tap : taps) {
    EXPECT_TRUE(tap.weight.point());
    if (tap.index == 1) {
      EXPECT_EQ(tap.weight.v, 0.75);
    }
    if (tap.index == 2) {
      EXPECT_EQ(tap.weight.v, 0.25);
    }
  }
}

// 11/12 rounds to 0.9165 in float16, and one less that to 0.0835 instead of 0.08333.
TEST(Sampling, TheSecondLinearWeightIsOneLessTheRoundedFirst) {
  const Arith narrow(DType::kFloat16, Rules{});
  for (const AxisTap& tap : TapsFor(narrow, Real::Point(11.0 / 12), {}))
    if (tap.index == 0) {
      EXPECT_GE(tap.weight.hi, 1 - RoundTo(DType::kFloat16, 11.0 / 12));
    }
}

TEST(Sampling, UncertainCoordinateHoldsThePeak) {
  const AxisTaps taps = TapsFor(kArith, Real{1, 0.95, 1.05, Nan::kNever}, {});
  for (const AxisTap& tap : taps)
    if (tap.index == 1) {
      EXPECT_GE(tap.weight.hi, 1);
      EXPECT_LE(tap.weight.lo, 0.95);
    }
  EXPECT_TRUE(TapsFor(kArith, Real{1, 0, 2, Nan::kNever}, {}).empty());
}

TEST(Sampling, CubicFilter) {
  const Filter cubic{.kind = Filter::Kind::kCubic, .a = -0.75};
  EXPECT_EQ(cubic.At(0), 1);
  EXPECT_EQ(cubic.At(1), 0);
  EXPECT_EQ(cubic.At(2), 0);
  EXPECT_DOUBLE_EQ(cubic.At(0.5), 0.59375);  // (1.25 * 0.5 - 2.25) * 0.25 + 1
  EXPECT_DOUBLE_EQ(cubic.At(1.5), -0.09375);
  EXPECT_NEAR(SumOf(TapsFor(kArith, Real::Point(3.3), cubic)), 1, 1e-12);
}

TEST(Sampling, CubicWeightsAreExactInFloat32AndNotIn16Bits) {
  const Filter cubic{.kind = Filter::Kind::kCubic, .a = -0.75};
  const Arith narrow(DType::kFloat16, Rules{});
  for (const AxisTap& tap : TapsFor(kArith, Real::Point(1.375), cubic))
    EXPECT_TRUE(tap.weight.point());
  for (const AxisTap& tap : TapsFor(narrow, Real::Point(1.375), cubic))
    EXPECT_TRUE(!tap.weight.point() || tap.weight.v == 0) << tap.index;
}

TEST(Sampling, ExcludedElementsAreRenormalized) {
  const AxisTaps taps = TapsFor(kArith, Real::Point(-0.25), {}, {.exclude_outside = 4});
  EXPECT_DOUBLE_EQ(SumOf(taps), 1);
  for (const AxisTap& tap : taps) EXPECT_EQ(tap.weight.v, tap.index == 0 ? 1 : 0);
}

TEST(Sampling, AWeightOfOneCopies) {
  Bounded x(DType::kFloat32, Shape{3});
  x.set(1, Real::Point(0.1));
  AxisTaps taps = TapsFor(kArith, Real::Point(1), {});
  const AxisTaps* axes[] = {&taps};
  const int64_t strides[] = {1};
  const Real y = Interpolate(kArith, x, 0, axes, strides);
  EXPECT_TRUE(y.point());
  EXPECT_EQ(y.v, 0.1);
}

TEST(Sampling, AZeroWeightMayMeetNan) {
  Bounded x(DType::kFloat32, Shape{3});
  x.set(2, Real::MustNan());
  AxisTaps taps = TapsFor(kArith, Real::Point(1), {});
  const AxisTaps* axes[] = {&taps};
  const int64_t strides[] = {1};
  EXPECT_EQ(Interpolate(kArith, x, 0, axes, strides).nan, Nan::kMay);
}

TEST(Sampling, IntegersAreTruncatedOrRounded) {
  const IntArith bytes(DType::kUint8, Rules{});
  const Int y = ToInteger(bytes, Real{2.5, 2.4, 2.6, Nan::kNever});
  EXPECT_EQ(y.lo, 2);
  EXPECT_EQ(y.hi, 3);
  EXPECT_EQ(ToInteger(bytes, Real{-1, -1, -1, Nan::kNever}).hi, 255);
}

}  // namespace
}  // namespace assay::ops::sampling_test
