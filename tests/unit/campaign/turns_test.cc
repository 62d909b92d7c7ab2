// Modes that share their cases take turns, by the number of the case alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "campaign/examine.h"

namespace assay::campaign {
namespace {

using ::testing::SizeIs;

lab::Target Named(const std::string& mode, int every) {
  lab::Target out;
  out.name = "framework:" + mode;
  out.mode = mode;
  out.every = every;
  return out;
}

// For each target the cases, of 64, that it took.
std::vector<std::set<int64_t>> Took(const std::vector<lab::Target>& targets, bool turns = true) {
  Shares shares(std::vector<Claim>(targets.size()), 1);
  std::vector<std::set<int64_t>> out(targets.size());
  for (int64_t turn = 0; turn < 64; ++turn) {
    ExamineOptions options;
    if (turns) options.turn = turn;
    ExamineEach(Model(), targets, shares, options, [&](const lab::Target& target, SeenBefore) {
      for (size_t i = 0; i < targets.size(); ++i)
        if (targets[i].name == target.name) out[i].insert(turn);
      return oracle::TargetResult();
    });
  }
  return out;
}

TEST(Turns, EachModeTakesItsPart) {
  const auto took = Took({Named("all", 1), Named("off", 2), Named("basic", 8)});
  EXPECT_THAT(took[0], SizeIs(64));
  EXPECT_THAT(took[1], SizeIs(32));
  EXPECT_THAT(took[2], SizeIs(8));
}

TEST(Turns, AreTheSameEveryTime) {
  const std::vector<lab::Target> targets = {Named("all", 1), Named("off", 2)};
  EXPECT_EQ(Took(targets), Took(targets));
}

TEST(Turns, AreTakenInCampaignsOnly) { EXPECT_THAT(Took({Named("off", 2)}, false)[0], SizeIs(64)); }

}  // namespace
}  // namespace assay::campaign
