#include "campaign/agent.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace assay::campaign {
namespace {

class AgentTest : public testing::Test {
 protected:
  AgentTest() { shared_.address = path_; }
  ~AgentTest() override { Remove(); }

  Joined Join(const std::string& agent) {
    auto joined = JoinCampaign(store_, shared_, agent, shared_.limits);
    EXPECT_TRUE(joined.ok()) << joined.error().message;
    return std::move(joined).value();
  }

  const std::string path_ = [this] {
    Remove();
    return testing::TempDir() + "/agent_test.db";
  }();
  store::Store store_ = store::Store::Open(path_).value();
  SharedCampaign shared_{.address = "", .name = "night", .config = {}, .limits = {}};

 private:
  static void Remove() {
    for (const char* suffix : {"", "-wal", "-shm"})
      std::filesystem::remove(testing::TempDir() + "/agent_test.db" + suffix);
  }
};

TEST_F(AgentTest, EveryLaneHasASeedOfItsOwnAndTheFirstThatOfTheCampaign) {
  shared_.config.seed = 7;
  const Joined first = Join("a"), second = Join("b");
  EXPECT_EQ(first.member.lane.number, 0);
  EXPECT_EQ(first.config.seed, 7u);
  EXPECT_EQ(second.member.lane.number, 1);
  EXPECT_NE(second.config.seed, 7u);
  // The same lane is worked on with the same seed.
  ASSERT_TRUE(store_.Leave(second.member.lane, "b", "done").ok());
  EXPECT_EQ(Join("c").config.seed, second.config.seed);
}

TEST_F(AgentTest, BudgetsAreTheCampaignsAndTimeIsWhatIsLeft) {
  shared_.limits = {.seconds = 100, .cases = 5, .findings = 2};
  const Joined joined = Join("a");
  EXPECT_GT(joined.limits.seconds, 0);
  EXPECT_LE(joined.limits.seconds, 100);
  EXPECT_EQ(joined.limits.cases, -1);  // counted over all agents, by the store
  EXPECT_EQ(joined.limits.findings, 0);
}

TEST(OpenSharedTest, WhatWaitingDoesNotMendIsAnErrorAtOnce) {
  int told = 0;
  EXPECT_FALSE(OpenShared("/no/such/folder/night.db", [&](const std::string&) { ++told; }).ok());
  EXPECT_EQ(told, 0);
}

}  // namespace
}  // namespace assay::campaign
