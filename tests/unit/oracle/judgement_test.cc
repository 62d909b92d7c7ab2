#include "oracle/judgement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

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

}  // namespace
}  // namespace assay::oracle::judgement_test
