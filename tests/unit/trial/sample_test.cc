#include "trial/sample.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace assay::trial {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

TEST(SampleTest, IsDrawnAndNotTheFirst) {
  const auto one = SamplePlaces(1000, 5, 1);
  EXPECT_THAT(one, SizeIs(5));
  EXPECT_TRUE(std::ranges::is_sorted(one));
  EXPECT_EQ(std::ranges::adjacent_find(one), one.end());  // no place twice
  EXPECT_GT(one.back(), 5u);
  EXPECT_EQ(one, SamplePlaces(1000, 5, 1));
  EXPECT_NE(one, SamplePlaces(1000, 5, 2));
}

TEST(SampleTest, TakesAllWhereThereAreNoMore) {
  EXPECT_THAT(SamplePlaces(3, 7, 1), ElementsAre(0, 1, 2));
  EXPECT_THAT(SamplePlaces(0, 7, 1), SizeIs(0));
}

}  // namespace
}  // namespace assay::trial
