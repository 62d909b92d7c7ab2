#include "campaign/share.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::campaign {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;

constexpr Claim kFast{}, kSlow{.slow = true};

std::vector<bool> All(size_t count) { return std::vector<bool>(count, true); }

TEST(Shares, AllAreChosenWhileNothingIsKnown) {
  Shares shares({kFast, kFast, kFast}, 2);
  EXPECT_THAT(shares.Choose(All(3)), ElementsAre(0, 1, 2));
}

// Runs `cases` cases where target i takes ms[i]; counts how many each got.
std::vector<int> Simulate(Shares& shares, const std::vector<double>& ms, int cases) {
  std::vector<int> counts(ms.size());
  for (int i = 0; i < cases; ++i)
    for (const size_t target : shares.Choose(All(ms.size()))) {
      shares.Spent(target, ms[target], true);
      ++counts[target];
    }
  return counts;
}

TEST(Shares, ASlowTargetGetsHalfOfTheTimeAndNoMore) {
  Shares shares({kFast, kFast}, 1);
  const std::vector<int> counts = Simulate(shares, {2, 200}, 2000);
  EXPECT_EQ(counts[0], 2000);
  // 2000 cases of 2 ms: the slow one gets about as much time, 20 cases.
  EXPECT_GE(counts[1], 15);
  EXPECT_LE(counts[1], 25);
}

TEST(Shares, SlowTargetsShareEvenly) {
  Shares shares({kFast, kSlow, kSlow, kSlow}, 1);
  const std::vector<int> counts = Simulate(shares, {2, 100, 100, 400}, 4000);
  EXPECT_EQ(counts[0], 4000);
  EXPECT_NEAR(counts[1], counts[2], 3);
  EXPECT_NEAR(counts[1], 4 * counts[3], 8);
}

TEST(Shares, OneSlowTargetPerCaseAndNeverInAllJobs) {
  Shares shares({kFast, kSlow, kSlow}, 2);
  shares.Spent(0, 10, true);
  const std::vector<size_t> first = shares.Choose(All(3));
  EXPECT_EQ(first.size(), 2u);
  EXPECT_THAT(shares.Choose(All(3)), ElementsAre(0)) << "the other job is busy with a slow one";
  shares.Spent(first[1], 100, true);
  shares.Spent(0, 1000, true);
  EXPECT_EQ(shares.Choose(All(3)).size(), 2u);
}

TEST(Shares, TargetsOfLikeSpeedTakeEveryCase) {
  Shares shares({kFast, kFast}, 1);
  EXPECT_THAT(Simulate(shares, {100, 300}, 10), ElementsAre(10, 10));
  EXPECT_DOUBLE_EQ(shares.MeanMs(1), 300);
}

TEST(Shares, SlowTargetsAloneAreAlwaysRun) {
  Shares shares({kSlow}, 2);
  EXPECT_THAT(shares.Choose(All(1)), ElementsAre(0));
  EXPECT_THAT(shares.Choose(All(1)), Contains(0));
}

TEST(Shares, WhoJoinsTakesCasesFromThenOn) {
  Shares shares({kFast}, 1);
  Simulate(shares, {2}, 1000);
  shares.Join({kFast, kSlow});
  EXPECT_THAT(shares.Choose(All(1)), ElementsAre(0)) << "a case that began before";
  const std::vector<int> counts = Simulate(shares, {2, 2, 100}, 1000);
  EXPECT_EQ(counts[1], 1000);
  EXPECT_GT(counts[2], 20);
}

TEST(Shares, WhatIsAskedForIsKeptTo) {
  Shares shares({kFast, {.slow = true, .share = 0.8}, kSlow}, 1);
  Simulate(shares, {2, 100, 100}, 6000);
  EXPECT_NEAR(shares.Part(1), 0.8, 0.02);
  EXPECT_NEAR(shares.Part(2), 0.02, 0.01) << "a floor for everybody";
}

TEST(Shares, AFastTargetMayBeHeldBack) {
  Shares shares({kFast, {.share = 0.1}}, 1);
  const std::vector<int> counts = Simulate(shares, {2, 2}, 1000);
  EXPECT_EQ(counts[0], 1000);
  EXPECT_NEAR(shares.Part(1), 0.1, 0.01);
}

TEST(Shares, MoreForWhoGivesMore) {
  Shares shares({kFast, kSlow, kSlow}, 1);
  for (int i = 0; i < 3000; ++i)
    for (const size_t target : shares.Choose(All(3))) {
      shares.Spent(target, target == 0 ? 2 : 100, true);
      if (target == 2) shares.Gained(2);
    }
  EXPECT_GT(shares.Part(2), 1.8 * shares.Part(1));
  EXPECT_GT(shares.Part(1), 0.1) << "the others go on";
}

TEST(Shares, NobodyIsAskedForWhatHeDoesNotTake) {
  Shares shares({kFast, kFast, kSlow}, 1);
  EXPECT_THAT(shares.Choose({false, true, false}), ElementsAre(1));
}

TEST(Shares, CasesThatWaitKeepNoJobBusy) {
  Shares shares({kFast, kSlow}, 2);
  shares.Spent(0, 10, true);
  EXPECT_THAT(shares.Choose(All(2)), ElementsAre(0, 1));
  shares.Later(1);
  EXPECT_THAT(shares.Choose(All(2)), ElementsAre(0, 1));
  shares.Later(1);
  shares.Begin(1);
  EXPECT_THAT(shares.Choose(All(2)), ElementsAre(0));
  shares.Spent(1, 300, true, 3);
  EXPECT_DOUBLE_EQ(shares.MeanMs(1), 100);
}

TEST(Shares, ConfirmingIsNoMeasureOfSpeed) {
  Shares shares({kFast}, 1);
  shares.Spent(0, 5000, false);
  EXPECT_EQ(shares.MeanMs(0), 0);
}

}  // namespace
}  // namespace assay::campaign
