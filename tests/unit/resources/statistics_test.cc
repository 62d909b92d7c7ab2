#include <gtest/gtest.h>

#include "base/rng.h"
#include "resources/bench.h"

namespace assay::resources {
namespace {

TEST(Statistics, TheMedianOfAnEvenNumberLiesBetween) {
  EXPECT_EQ(Median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(Median({7}), 7);
}

TEST(Statistics, FewValuesGiveTheirWholeRange) {
  const Interval seen = MedianInterval({3, 1, 2});
  EXPECT_EQ(seen.lo, 1);
  EXPECT_EQ(seen.hi, 3);
}

TEST(Statistics, TheIntervalHoldsTheTruthInNineteenOfTwentyTries) {
  Rng rng(5);
  int held = 0;
  for (int i = 0; i < 400; ++i) {
    std::vector<double> values;
    for (int k = 0; k < 25; ++k) values.push_back(rng.Normal());
    const Interval seen = MedianInterval(values);
    held += seen.lo <= 0 && 0 <= seen.hi ? 1 : 0;
  }
  EXPECT_GE(held, 370);
  EXPECT_LT(held, 400);  // an interval that always holds would be too wide
}

TEST(Statistics, RatiosOfPairsDoNotFeelAMachineThatSlowsDown) {
  std::vector<double> first, second;
  for (int i = 1; i <= 12; ++i) {
    first.push_back(2.0 * i);
    second.push_back(1.0 * i);
  }
  const Interval ratio = RatioInterval(first, second);
  EXPECT_EQ(ratio.lo, 2);
  EXPECT_EQ(ratio.hi, 2);
}

TEST(Statistics, TheSlopeIgnoresOutliers) {
  std::vector<double> values;
  for (int i = 0; i < 30; ++i) values.push_back(100 + 0.5 * i + (i % 7 == 3 ? 40 : 0));
  const Interval slope = Slope(values);
  EXPECT_NEAR(slope.mid, 0.5, 1e-9);
  EXPECT_GT(slope.lo, 0.1);
}

TEST(Statistics, AStepIsNoSlope) {
  std::vector<double> values(20, 10.0);
  for (size_t i = 0; i < 4; ++i) values[i] = 2;
  EXPECT_LE(Slope(values).lo, 0);
}

}  // namespace
}  // namespace assay::resources
