#include <cmath>

#include "lessons.h"
#include "training/metric.h"
#include "training/reference_runs.h"

namespace assay::training {
namespace {

TEST(Student, KnownTails) {
  // From tables: 95 % two-sided.
  EXPECT_NEAR(StudentTail(2.365, 7), 0.05, 1e-4);
  EXPECT_NEAR(StudentTail(12.706, 1), 0.05, 1e-4);
  EXPECT_NEAR(StudentTail(0, 5), 1, 1e-12);
  // One degree of freedom has a closed form, however far out.
  EXPECT_NEAR(StudentTail(1e6, 1) / (2 / M_PI * std::atan(1e-6)), 1, 1e-9);
}

std::vector<std::vector<double>> Noisy(double noise) {
  std::vector<std::vector<double>> curves;
  Rng rng(5);
  for (int i = 0; i < 8; ++i) {
    curves.emplace_back();
    for (int t = 0; t < 10; ++t) curves.back().push_back(std::exp(-0.1 * t) + noise * rng.Normal());
  }
  return curves;
}

TEST(Curve, OneMoreOfTheSameIsBelieved) {
  const auto curves = Noisy(1e-5);
  Rng rng(9);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> got;
    for (int t = 0; t < 10; ++t) got.push_back(std::exp(-0.1 * t) + 1e-5 * rng.Normal());
    EXPECT_FALSE(JudgeCurve(curves, got, 6e-8).wrong);
  }
}

TEST(Curve, NothingIsSaidOfLossesThatAreRoundingAlone) {
  const std::vector<std::vector<double>> zero(8, std::vector<double>(10, 0.0)),
      tiny(8, std::vector<double>(10, 1e-9));
  const std::vector<double> got(10, 1e-7);
  EXPECT_FALSE(JudgeCurve(zero, got, 6e-8).wrong);
  EXPECT_FALSE(JudgeCurve(tiny, got, 6e-8).wrong);
}

TEST(Curve, AnotherRateIsNot) {
  std::vector<double> got;
  for (int t = 0; t < 10; ++t) got.push_back(std::exp(-0.05 * t));
  const CurveVerdict verdict = JudgeCurve(Noisy(1e-5), got, 6e-8);
  EXPECT_TRUE(verdict.wrong) << verdict.p;
  EXPECT_GT(verdict.step, 1);
}

TEST(Curve, NothingIsSaidWhereTheReferenceFallsApart) {
  std::vector<double> got(10, 5);
  const CurveVerdict verdict = JudgeCurve(Noisy(0.5), got, 6e-8);
  EXPECT_FALSE(verdict.wrong);
  EXPECT_LT(verdict.judged, 10);
}

TEST(Curve, WhatTheFirstLossLeavesOpenIsNotBlamed) {
  const std::vector<std::vector<double>> curves(8, std::vector<double>(10, 1.0));
  const std::vector<double> got(10, 1 + 1e-8);
  EXPECT_TRUE(JudgeCurve(curves, got, 1e-16).wrong);
  EXPECT_FALSE(JudgeCurve(curves, got, 1e-16, 1e-8).wrong);
  EXPECT_TRUE(JudgeCurve(curves, std::vector<double>(10, 1.01), 1e-16, INFINITY).wrong);
}

TEST(Curve, NotANumberIsNotBelieved) {
  std::vector<double> got;
  for (int t = 0; t < 10; ++t) got.push_back(t < 4 ? std::exp(-0.1 * t) : NAN);
  EXPECT_TRUE(JudgeCurve(Noisy(1e-5), got, 6e-8).wrong);
}

// A walk: errors of training add up from step to step.
std::vector<double> Walk(Rng& rng) {
  std::vector<double> out;
  double off = 0;
  for (int t = 0; t < 20; ++t) out.push_back(std::exp(-0.1 * t) + (off += 1e-5 * rng.Normal()));
  return out;
}

TEST(Curve, FalseAlarmsStayWithinTheirBudget) {
  constexpr int kTrials = 3000;
  Rng rng(11);
  int below_5 = 0, below_1 = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<std::vector<double>> curves;
    for (int i = 0; i < 8; ++i) curves.push_back(Walk(rng));
    const CurveVerdict verdict = JudgeCurve(curves, Walk(rng), 1e-12);
    EXPECT_EQ(verdict.judged, 20);
    below_5 += verdict.p < 0.05 ? 1 : 0;
    below_1 += verdict.p < 0.01 ? 1 : 0;
    EXPECT_FALSE(verdict.wrong);
  }
  // At most the nominal share: steps that go together make Bonferroni's correction generous.
  EXPECT_LE(below_5, 0.05 * kTrials);
  EXPECT_LE(below_1, 0.01 * kTrials);
  EXPECT_GT(below_5, 0);  // a p-value that never falls would blame nobody
}

TEST(Curve, RealTrainingsStayWithinTheBudgetToo) {
  constexpr int kLessons = 60;
  int below_5 = 0;
  uint64_t seed = 0;
  for (int i = 0; i < kLessons; ++i) {
    const TrainingCase lesson =
        LessonWhere(SmallSubject(), [](const Spec& spec) { return spec.has_curve(); }, seed);
    seed = lesson.spec.seed + 1;
    ReferenceRuns runs(lesson);
    // One that rounds like none of those that it is held against.
    const Training one = TrainReference(lesson, kTrainings + 1 + i % 4);
    const CurveVerdict verdict = JudgeCurve(runs.Curves(), one.losses, lesson.unit);
    EXPECT_FALSE(verdict.wrong) << verdict.p;
    below_5 += verdict.p < 0.05 ? 1 : 0;
  }
  // Three of sixty would be expected; nine or more are one chance in a thousand.
  EXPECT_LE(below_5, 8);
}

}  // namespace
}  // namespace assay::training
