#include "campaign/share.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::campaign {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;

TEST(Shares, AllAreChosenWhileNothingIsKnown) {
  Shares shares({false, false, false}, 2);
  EXPECT_THAT(shares.Choose(3), ElementsAre(0, 1, 2));
}

// Runs `cases` cases where target i takes ms[i]; counts how many each got.
std::vector<int> Simulate(Shares& shares, const std::vector<double>& ms, int cases) {
  std::vector<int> counts(ms.size());
  for (int i = 0; i < cases; ++i)
    for (const size_t target : shares.Choose(ms.size())) {
      shares.Spent(target, ms[target], true);
      ++counts[target];
    }
  return counts;
}

TEST(Shares, ASlowTargetGetsHalfOfTheTimeAndNoMore) {
  Shares shares({false, false}, 1);
  const std::vector<int> counts = Simulate(shares, {2, 200}, 2000);
  EXPECT_EQ(counts[0], 2000);
  // 2000 cases of 2 ms: the slow one gets about as much time, 20 cases.
  EXPECT_GE(counts[1], 15);
  EXPECT_LE(counts[1], 25);
}

TEST(Shares, SlowTargetsShareEvenly) {
  Shares shares({false, true, true, true}, 1);
  const std::vector<int> counts = Simulate(shares, {2, 100, 100, 400}, 4000);
  EXPECT_EQ(counts[0], 4000);
  EXPECT_NEAR(counts[1], counts[2], 3);
  EXPECT_NEAR(counts[1], 4 * counts[3], 8);
}

TEST(Shares, OneSlowTargetPerCaseAndNeverInAllJobs) {
  Shares shares({false, true, true}, 2);
  shares.Spent(0, 10, true);
  const std::vector<size_t> first = shares.Choose(3);
  EXPECT_EQ(first.size(), 2u);
  EXPECT_THAT(shares.Choose(3), ElementsAre(0)) << "the other job is busy with a slow one";
  shares.Spent(first[1], 100, true);
  shares.Spent(0, 1000, true);
  EXPECT_EQ(shares.Choose(3).size(), 2u);
}

TEST(Shares, TargetsOfLikeSpeedTakeEveryCase) {
  Shares shares({false, false}, 1);
  EXPECT_THAT(Simulate(shares, {100, 300}, 10), ElementsAre(10, 10));
  EXPECT_DOUBLE_EQ(shares.MeanMs(1), 300);
}

TEST(Shares, SlowTargetsAloneAreAlwaysRun) {
  Shares shares({true}, 2);
  EXPECT_THAT(shares.Choose(1), ElementsAre(0));
  EXPECT_THAT(shares.Choose(1), Contains(0));
}

TEST(Shares, WhoJoinsTakesCasesFromThenOn) {
  Shares shares({false}, 1);
  Simulate(shares, {2}, 1000);
  shares.Join({false, true});
  EXPECT_THAT(shares.Choose(1), ElementsAre(0)) << "a case that began before";
  const std::vector<int> counts = Simulate(shares, {2, 2, 100}, 1000);
  EXPECT_EQ(counts[1], 1000);
  EXPECT_GT(counts[2], 20);
}

TEST(Shares, ConfirmingIsNoMeasureOfSpeed) {
  Shares shares({false}, 1);
  shares.Spent(0, 5000, false);
  EXPECT_EQ(shares.MeanMs(0), 0);
}

}  // namespace
}  // namespace assay::campaign
