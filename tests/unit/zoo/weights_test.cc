#include "zoo/weights.h"

#include <gtest/gtest.h>

#include <cmath>

namespace assay::zoo {
namespace {

TEST(QuickNormal, HasMeanZeroAndDeviationOne) {
  Rng rng(1);
  double sum = 0, squares = 0;
  constexpr int kSamples = 50000;
  for (int i = 0; i < kSamples; ++i) {
    const double x = QuickNormal(rng);
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / kSamples, 0, 0.02);
  EXPECT_NEAR(squares / kSamples, 1, 0.02);
}

// What DrawFilters predicts is what random inputs give.
TEST(DrawFilters, PredictsTheMomentsOfItsResults) {
  for (const Shaping shaping : {Shaping::kNormal, Shaping::kPeaked}) {
    Rng rng(7);
    FilterPlan plan;
    plan.shape = {6, 20};
    plan.shaping = shaping;
    plan.gain = 2;
    // Means of zero: of others a share counts as variance, because they are not well known.
    const Moments in = Moments::Of(0, 0.5);
    const Filters drawn = DrawFilters(rng, plan, in);
    constexpr int kSamples = 4000;
    double total = 0;
    for (int64_t f = 0; f < 6; ++f) {
      double sum = 0, squares = 0;
      for (int i = 0; i < kSamples; ++i) {
        double y = 0;
        for (int64_t k = 0; k < 20; ++k)
          y += drawn.weights.RealAt(f * 20 + k) * std::sqrt(0.5) * rng.Normal();
        sum += y;
        squares += y * y;
      }
      const double mean = sum / kSamples, var = squares / kSamples - mean * mean;
      EXPECT_NEAR(drawn.out.mean_of(f), mean, 0.1);
      EXPECT_NEAR(drawn.out.var_of(f), var, 0.1 * var);
      total += var;
    }
    EXPECT_NEAR(total / 6, 2, 0.2);
  }
}

TEST(DrawFilters, PredictsTheMean) {
  Rng rng(7);
  FilterPlan plan;
  plan.shape = {2, 3};
  const Filters drawn = DrawFilters(rng, plan, {{1, 2, -4}, {1, 1, 1}});
  for (int64_t f = 0; f < 2; ++f) {
    const auto w = [&](int64_t i) { return drawn.weights.RealAt(3 * f + i); };
    EXPECT_NEAR(drawn.out.mean_of(f), w(0) + 2 * w(1) - 4 * w(2), 1e-5);
  }
}

TEST(DrawFilters, PeakedFiltersHaveASmallSumOfMagnitudes) {
  const auto ratio = [](Shaping shaping) {
    Rng rng(3);
    FilterPlan plan;
    plan.shape = {4, 100};
    plan.shaping = shaping;
    const Filters drawn = DrawFilters(rng, plan, Moments());
    double sum = 0, squares = 0;
    for (int64_t i = 0; i < 400; ++i) {
      sum += std::abs(drawn.weights.RealAt(i)) / 4;
      squares += drawn.weights.RealAt(i) * drawn.weights.RealAt(i) / 4;
    }
    return sum / std::sqrt(squares);
  };
  EXPECT_LT(ratio(Shaping::kPeaked), 1.6);
  EXPECT_GT(ratio(Shaping::kNormal), 6);
}

TEST(DrawFilters, PeaksAvoidThePadding) {
  Rng rng(5);
  FilterPlan plan;
  plan.shape = {30, 1, 3};
  plan.shaping = Shaping::kPeaked;
  plan.coverage = {0, 1, 0};  // a kernel of three on an image of one
  const Filters drawn = DrawFilters(rng, plan, Moments());
  for (int64_t f = 0; f < 30; ++f) EXPECT_GT(std::abs(drawn.weights.RealAt(3 * f + 1)), 0.3);
}

}  // namespace
}  // namespace assay::zoo
