#include "study/statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace assay::study {
namespace {

TEST(Statistics, QuartilesAreInterpolated) {
  const Quartiles q = QuartilesOf({4, 1, 3, 2});
  EXPECT_EQ(q.low, 1);
  EXPECT_DOUBLE_EQ(q.first, 1.75);
  EXPECT_DOUBLE_EQ(q.median, 2.5);
  EXPECT_DOUBLE_EQ(q.third, 3.25);
  EXPECT_EQ(q.high, 4);
}

TEST(Statistics, OutliersAreThoseOutsideTheFences) {
  // Quartiles 2 and 4: the fences are -1 and 7.
  EXPECT_THAT(WithoutOutliers({1, 2, 3, 4, 7.5, INFINITY, NAN}), testing::ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(WithoutOutliers({1, 2, 3, 4, 6.9}), testing::ElementsAre(1, 2, 3, 4, 6.9));
}

TEST(Statistics, NothingGivesNothing) {
  EXPECT_TRUE(WithoutOutliers({}).empty());
  EXPECT_EQ(MeanOf({}), 0);
  EXPECT_EQ(Percent(3, 0), 0);
  EXPECT_EQ(Percent(1, 4), 25);
}

}  // namespace
}  // namespace assay::study
