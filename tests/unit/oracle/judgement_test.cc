#include "oracle/judgement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "oracle/evidence.h"

namespace assay::oracle::judgement_test {
namespace {

Bounded Interval(double v, double radius) {
  Bounded out(DType::kFloat32, {2});
  out.set(0, Real{v, v - radius, v + radius, Nan::kNever});
  out.set(1, Real{v, v - radius, v + radius, Nan::kNever});
  return out;
}

Datum Pair(double a, double b) {
  const double values[] = {a, b};
  return MakeTensor(DType::kFloat32, {2}, values);
}

TEST(Judgement, InsideIsOk) {
  const Known truth = Interval(1, 0.5);
  const Judgement j = Judge("y", truth, nullptr, Pair(1.25, 0.75));
  EXPECT_EQ(j.verdict, Verdict::kOk);
  EXPECT_EQ(j.max_error, 0.25);
  EXPECT_EQ(j.max_bound, 0.5);
  EXPECT_EQ(j.excess, 0);
}

TEST(Judgement, OfTwoEndsNothingBetweenIsRight) {
  Bounded zero(DType::kFloat32, {2});
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 2; ++i)
    zero.set(i, Real{kInfinity, -kInfinity, kInfinity, Nan::kNever, true});
  EXPECT_EQ(Judge("y", zero, nullptr, Pair(kInfinity, -kInfinity)).verdict, Verdict::kOk);
  const Judgement real = Judge("y", zero, nullptr, Pair(kInfinity, 5));
  EXPECT_EQ(real.verdict, Verdict::kWrong);
  EXPECT_EQ(TruthText(real, "0"), "-inf or inf");
  EXPECT_EQ(Judge("y", zero, nullptr, Pair(std::nan(""), kInfinity)).verdict, Verdict::kWrong);

  Bounded sum(DType::kInt8, {1});
  sum.set(0, Int{-56, -56, 127, true});
  const auto got = [](int64_t value) {
    return Datum(MakeIntTensor(DType::kInt8, {1}, std::span(&value, 1)));
  };
  EXPECT_EQ(Judge("y", sum, nullptr, got(127)).verdict, Verdict::kOk);
  EXPECT_EQ(Judge("y", sum, nullptr, got(-56)).verdict, Verdict::kOk);
  const Judgement integer = Judge("y", sum, nullptr, got(120));
  EXPECT_EQ(integer.verdict, Verdict::kWrong);
  EXPECT_EQ(integer.excess, 7);
}

TEST(Judgement, OutsideIsWrongAndTheWorstElementIsShown) {
  const Known truth = Interval(1, 0.5);
  const Judgement j = Judge("y", truth, nullptr, Pair(1.75, 4));
  EXPECT_EQ(j.verdict, Verdict::kWrong);
  EXPECT_EQ(j.worst_index, 1);
  EXPECT_EQ(j.got, 4);
  EXPECT_EQ(j.truth, 1);
  EXPECT_EQ(j.bound, 0.5);
  EXPECT_EQ(j.excess, 2.5);
}

TEST(Judgement, BetweenTheTiersIsSuspicious) {
  const Known lenient = Interval(1, 0.5), strict = Interval(1, 0.125);
  EXPECT_EQ(Judge("y", lenient, &strict, Pair(1.25, 1)).verdict, Verdict::kSuspicious);
  EXPECT_EQ(Judge("y", lenient, &strict, Pair(1.0625, 1)).verdict, Verdict::kOk);
}

TEST(Judgement, NaNAgainstANumberIsWrongWithoutMeasure) {
  const Judgement j = Judge("y", Known(Interval(1, 0.5)), nullptr, Pair(std::nan(""), 1));
  EXPECT_EQ(j.verdict, Verdict::kWrong);
  EXPECT_TRUE(std::isinf(j.excess));
}

TEST(Judgement, AnotherShapeOrTypeIsWrong) {
  const double one[] = {1};
  const Judgement shape =
      Judge("y", Known(Interval(1, 9)), nullptr, Datum(MakeTensor(DType::kFloat32, {1}, one)));
  EXPECT_EQ(shape.verdict, Verdict::kWrong);
  EXPECT_THAT(shape.note, testing::HasSubstr("expected float32[2], got float32[1]"));
  const double two[] = {1, 1};
  EXPECT_EQ(Judge("y", Known(Interval(1, 9)), nullptr, Datum(MakeTensor(DType::kFloat64, {2}, two)))
                .verdict,
            Verdict::kWrong);
}

TEST(Judgement, NobodyIsBlamedForTheUndetermined) {
  Bounded open(DType::kFloat32, {2});
  open.SetUndetermined(0);
  open.SetUndetermined(1);
  EXPECT_EQ(Judge("y", Known(open), nullptr, Pair(1e30, std::nan(""))).verdict,
            Verdict::kUndetermined);
  EXPECT_EQ(Judge("y", Known::Undetermined(), nullptr, Pair(1, 2)).verdict, Verdict::kUndetermined);
}

TEST(Judgement, ItemsOfSequencesAreJudgedOneByOne) {
  const Known truth = Known::Sequence({Known(Interval(1, 0.5)), Known(Interval(2, 0.5))});
  EXPECT_EQ(Judge("y", truth, nullptr, Datum::Sequence({Pair(1, 1), Pair(2, 2)})).verdict,
            Verdict::kOk);
  const Judgement j = Judge("y", truth, nullptr, Datum::Sequence({Pair(1, 1), Pair(2, 9)}));
  EXPECT_EQ(j.verdict, Verdict::kWrong);
  EXPECT_THAT(j.note, testing::HasSubstr("item 1"));
  EXPECT_EQ(Judge("y", truth, nullptr, Datum::Sequence({Pair(1, 1)})).verdict, Verdict::kWrong);
}

Judgement OfInt(const Int& truth, int64_t got) {
  Bounded bounds(DType::kInt64, {1});
  bounds.set(0, truth);
  const int64_t values[] = {got};
  return Judge("y", Known(bounds), nullptr, Datum(MakeIntTensor(DType::kInt64, {1}, values)));
}

// Doubles hold 53 bits of an integer.
TEST(Judgement, IntegersAreComparedExactly) {
  constexpr int64_t kLarge = int64_t{1} << 62, kLeast = std::numeric_limits<int64_t>::min(),
                    kMost = std::numeric_limits<int64_t>::max();
  const Judgement off = OfInt(Int::Point(kLarge), kLarge + 64);
  EXPECT_EQ(off.verdict, Verdict::kWrong);
  EXPECT_EQ(off.excess, 64);
  EXPECT_EQ(off.max_error, 64);
  EXPECT_THAT(Describe(off), testing::EndsWith("± 0, off by 64"));
  EXPECT_EQ(OfInt(Int::Point(kLarge + 1), kLarge + 1).verdict, Verdict::kOk);
  EXPECT_EQ(OfInt({kLarge, kLarge - 3, kLarge}, kLarge - 4).excess, 1);
  EXPECT_EQ(OfInt(Int::Point(kLeast), kMost).excess, 0x1p64);
}

TEST(Judgement, WhatThirtyTwoBitsHoldOfTheTruthIsSeen) {
  const auto judged = [](int64_t truth, int64_t got) {
    Bounded bounds(DType::kInt64, {2});
    bounds.set(0, Int::Point(7));
    bounds.set(1, Int::Point(truth));
    const std::vector<int64_t> values = {7, got};
    return Judge("y", Known(bounds), nullptr, MakeIntTensor(DType::kInt64, {2}, values)).low_bits;
  };
  EXPECT_TRUE(judged((int64_t{1} << 62) + 5, 5));
  EXPECT_TRUE(judged(-4, 4294967292));
  EXPECT_FALSE(judged((int64_t{1} << 62) + 5, 6));
  EXPECT_FALSE(judged(5, 5));
}

TEST(Judgement, BoundsOfTwoWidthsAreShownAsAnInterval) {
  Bounded bounds(DType::kFloat32, {2});
  bounds.set(0, Real{246, 0, 246, Nan::kNever});
  bounds.set(1, Real{1, 1, 1, Nan::kNever});
  EXPECT_EQ(Describe(Judge("y", Known(bounds), nullptr, Pair(300, 1))),
            "output 'y', element 0: got 300, truth in [0, 246]");
  EXPECT_EQ(Describe(Judge("y", Known(bounds), nullptr, Pair(-1, 1))),
            "output 'y', element 0: got -1, truth 246 ± 246");
}

TEST(Judgement, InfinityIsExact) {
  Bounded bounds(DType::kFloat32, {2});
  bounds.set(0, Real::Point(HUGE_VAL));
  bounds.set(1, Real::Point(1));
  EXPECT_EQ(Describe(Judge("y", Known(bounds), nullptr, Pair(300, 1))),
            "output 'y', element 0: got 300, truth inf ± 0");
}

}  // namespace
}  // namespace assay::oracle::judgement_test
