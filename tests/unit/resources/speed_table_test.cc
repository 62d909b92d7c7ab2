#include <gtest/gtest.h>

#include "resources/check_model.h"

namespace assay::resources {
namespace {

TEST(SpeedTable, RatiosAreTakenTurnByTurn) {
  OperatorTimes times;
  // The machine gets slower from turn to turn; the second target takes twice the first in each.
  SetTimes({{1, 2, 4}, {2, 4, 8}}, times);
  ASSERT_TRUE(times.targets[1].has_value());
  EXPECT_EQ(times.targets[0]->ratio.mid, 1);
  EXPECT_EQ(times.targets[1]->ratio.lo, 2);
  EXPECT_EQ(times.targets[1]->ratio.hi, 2);
  EXPECT_EQ(times.targets[1]->ms.mid, 4);
  EXPECT_EQ(times.Slowest(), 1u);
}

TEST(SpeedTable, WhoCannotRunItHasNoTime) {
  OperatorTimes times;
  SetTimes({{}, {3, 3, 3}, {}}, times);
  EXPECT_FALSE(times.targets[0].has_value());
  EXPECT_EQ(times.targets[1]->ratio.mid, 1);
  EXPECT_EQ(times.Slowest(), 1u);
  SetTimes({{}, {}}, times);
  EXPECT_FALSE(times.Slowest().has_value());
}

}  // namespace
}  // namespace assay::resources
