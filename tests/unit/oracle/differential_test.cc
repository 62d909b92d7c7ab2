#include "oracle/differential.h"

#include <gtest/gtest.h>

#include <cmath>

#include "graph/text.h"

namespace assay::oracle::differential_test {
namespace {

Tensor Vector(std::vector<double> values) {
  return MakeTensor(DType::kFloat32, {static_cast<int64_t>(values.size())}, values);
}

lab::Observation Gave(lab::NamedData outputs) {
  lab::Observation seen;
  seen.ending = lab::Ending::kOk;
  seen.outputs = std::move(outputs);
  return seen;
}

lab::Observation Failed(lab::Ending ending, const std::string& message) {
  lab::Observation seen;
  seen.ending = ending;
  seen.stage = lab::Stage::kLoad;
  seen.message = message;
  return seen;
}

Subject Two() {
  Subject subject;
  auto model =
      ParseModelText("graph (x: float32[2]) -> (b: float32[2]) { a = Relu(x)\n b = Neg(a) }");
  EXPECT_TRUE(model.ok()) << model.error().message;
  subject.model = std::move(model).value();
  return subject;
}

Truth TruthIs(std::vector<double> values) {
  Bounded bounded(DType::kFloat32, {static_cast<int64_t>(values.size())});
  for (size_t i = 0; i < values.size(); ++i)
    bounded.set(static_cast<int64_t>(i), Real{values[i], values[i], values[i], Nan::kNever});
  Truth truth;
  truth.lenient.emplace_back(bounded);
  return truth;
}

TEST(Differential, NothingBetweenEqualRuns) {
  const auto a = Gave({{"b", Vector({1, 2})}}), b = Gave({{"b", Vector({1, 2})}});
  const std::vector<Side> sides = {{"m", &a}, {"n", &b}};
  EXPECT_TRUE(CompareEndings(Two(), sides).empty());
  EXPECT_TRUE(CompareOutputs(Two(), TruthIs({1, 2}), sides).empty());
  EXPECT_EQ(LargestDistance(Two(), sides), 0);
}

TEST(Differential, NanOfSomeTargetsIsToldOfEachOfThem) {
  const auto good = Gave({{"b", Vector({1, 2})}});
  const auto nan = Gave({{"b", Vector({1, NAN})}}), inf = Gave({{"b", Vector({INFINITY, 2})}});
  const auto found = CompareEndings(Two(), {{"n", &nan}, {"good", &good}, {"i", &inf}});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].first, "n");
  EXPECT_EQ(found[0].second, "good");
  EXPECT_EQ(found[0].kind, "nan");
  EXPECT_EQ(found[0].op, "Neg");
  EXPECT_EQ(found[1].first, "i");
  EXPECT_TRUE(std::isinf(LargestDistance(Two(), {{"n", &nan}, {"good", &good}})));
}

TEST(Differential, NanOfAllTargetsIsNone) {
  const auto one = Gave({{"b", Vector({NAN, 2})}}), other = Gave({{"b", Vector({NAN, 2})}});
  EXPECT_TRUE(CompareEndings(Two(), {{"m", &one}, {"n", &other}}).empty());
}

TEST(Differential, FailureOfSomeTargets) {
  const auto good = Gave({{"b", Vector({1, 2})}});
  const auto bad = Failed(lab::Ending::kCrash, "signal 11");
  const auto found = CompareEndings(Two(), {{"m", &bad}, {"n", &good}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, "crash");
  EXPECT_EQ(found[0].first, "m");
  EXPECT_EQ(found[0].stage, "load");
  EXPECT_NE(found[0].message.find("signal 11"), std::string::npos);
  EXPECT_TRUE(std::isinf(LargestDistance(Two(), {{"m", &bad}, {"n", &good}})));
  // All fail: nothing to compare with.
  EXPECT_TRUE(CompareEndings(Two(), {{"m", &bad}, {"n", &bad}}).empty());
}

TEST(Differential, MadAgainstTheReference) {
  // d1 = 0, d2 = 1: D_MAD = 1.
  const auto right = Gave({{"b", Vector({1, 2})}}), wrong = Gave({{"b", Vector({2, 3})}});
  const auto found = CompareOutputs(Two(), TruthIs({1, 2}), {{"m", &right}, {"n", &wrong}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, "inconsistency");
  EXPECT_EQ(found[0].measure, "D_MAD");
  EXPECT_DOUBLE_EQ(found[0].value, 1);
  EXPECT_DOUBLE_EQ(found[0].threshold, 0.4);
  EXPECT_DOUBLE_EQ(LargestDistance(Two(), {{"m", &right}, {"n", &wrong}}), 1);
}

TEST(Differential, MadAgainstOnesWithoutAReference) {
  // d1 = 0.5, d2 = 1.5: D_MAD = 0.5. Then d1 = 9.5, d2 = 10.5: 0.05.
  const auto a = Gave({{"b", Vector({1, 2})}}), b = Gave({{"b", Vector({2, 3})}});
  const auto found = CompareOutputs(Two(), {}, {{"m", &a}, {"n", &b}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_DOUBLE_EQ(found[0].value, 0.5);
  const auto c = Gave({{"b", Vector({10, 11})}}), d = Gave({{"b", Vector({11, 12})}});
  EXPECT_TRUE(CompareOutputs(Two(), {}, {{"m", &c}, {"n", &d}}).empty());
}

TEST(Differential, RoundingIsNoInconsistency) {
  // One is exact, so D_MAD = 1; but they agree far better than the study asks of its seeds.
  const auto right = Gave({{"b", Vector({1, 2})}}), close = Gave({{"b", Vector({1, 2.00001})}});
  EXPECT_TRUE(CompareOutputs(Two(), TruthIs({1, 2}), {{"m", &right}, {"n", &close}}).empty());
  const auto large = Gave({{"b", Vector({1000, 1})}}), larger = Gave({{"b", Vector({1000.01, 1})}});
  EXPECT_TRUE(CompareOutputs(Two(), TruthIs({1000, 1}), {{"m", &large}, {"n", &larger}}).empty());
}

TEST(Differential, RatesFindTheFirstLayer) {
  // D(a) = 0, D(b) = 0.001: R = 0.001 / 1e-7 = 1e4.
  const auto m = Gave({{"a", Vector({1, 2})}, {"b", Vector({-1, -2})}});
  const auto n = Gave({{"a", Vector({1, 2})}, {"b", Vector({-1.002, -2})}});
  const auto found = CompareRates(Two(), {{"m", &m}, {"n", &n}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].measure, "R");
  EXPECT_EQ(found[0].op, "Neg");
  EXPECT_NEAR(found[0].value, 1e4, 1);
  // The difference comes in with a and is passed on: R(b) is small, R(a) is not.
  const auto p = Gave({{"a", Vector({1, 2})}, {"b", Vector({-1, -2})}});
  const auto q = Gave({{"a", Vector({1, 3})}, {"b", Vector({-1, -3})}});
  const auto early = CompareRates(Two(), {{"p", &p}, {"q", &q}});
  ASSERT_EQ(early.size(), 1u);
  EXPECT_EQ(early[0].op, "Relu");
}

TEST(Differential, TheLiteralFormExcusesNoRounding) {
  // Held against ones: d1 = 0, d2 = 5e-6, D_MAD = 1 of two that agree to 1e-5.
  const auto ones = Gave({{"b", Vector({1, 1})}}), close = Gave({{"b", Vector({1, 1.00001})}});
  const std::vector<Side> sides = {{"m", &ones}, {"n", &close}};
  EXPECT_TRUE(CompareOutputs(Two(), TruthIs({1, 1}), sides).empty());
  const auto found = CompareOutputs(Two(), TruthIs({1, 1}), sides, Form::kLiteral);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_DOUBLE_EQ(found[0].value, 1);
  EXPECT_DOUBLE_EQ(SumOfMad(Two(), sides), 1);
  // R = 5e-4 / 1e-7 of values that agree to 1e-6 of their size.
  const auto m = Gave({{"a", Vector({1, 1000})}, {"b", Vector({-1, -1000})}});
  const auto n = Gave({{"a", Vector({1, 1000})}, {"b", Vector({-1, -1000.001})}});
  EXPECT_TRUE(CompareRates(Two(), {{"m", &m}, {"n", &n}}).empty());
  EXPECT_EQ(CompareRates(Two(), {{"m", &m}, {"n", &n}}, Form::kLiteral).size(), 1u);
}

TEST(Differential, TheLiteralFormIsHeldAgainstOnesWhateverTheReferenceSays) {
  const auto right = Gave({{"b", Vector({10, 11})}}), wrong = Gave({{"b", Vector({11, 12})}});
  const std::vector<Side> sides = {{"m", &right}, {"n", &wrong}};
  EXPECT_EQ(CompareOutputs(Two(), TruthIs({10, 11}), sides).size(), 1u);
  EXPECT_TRUE(CompareOutputs(Two(), TruthIs({10, 11}), sides, Form::kLiteral).empty());
}

TEST(Differential, TheSumOfMadIsInfiniteWhereSomeGaveNanOrFailed) {
  const auto good = Gave({{"b", Vector({1, 2})}}), nan = Gave({{"b", Vector({1, NAN})}});
  const auto bad = Failed(lab::Ending::kCrash, "signal 11");
  EXPECT_TRUE(std::isinf(SumOfMad(Two(), {{"m", &good}, {"n", &nan}})));
  EXPECT_TRUE(std::isinf(SumOfMad(Two(), {{"m", &good}, {"n", &bad}})));
  EXPECT_EQ(SumOfMad(Two(), {{"m", &good}, {"n", &good}}), 0);
  EXPECT_TRUE(HoldsOutliers(nan));
  EXPECT_FALSE(HoldsOutliers(good));
}

}  // namespace
}  // namespace assay::oracle::differential_test
