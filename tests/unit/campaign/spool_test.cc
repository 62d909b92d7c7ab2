#include "campaign/spool.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace assay::campaign {
namespace {

class SpoolTest : public testing::Test {
 protected:
  SpoolTest() {
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path_ + suffix);
    store_.emplace(store::Store::Open(path_).value());
    store::SharedRow wanted;
    wanted.name = "night";
    wanted.config = "{}";
    store::AgentRow agent;
    agent.id = member_.agent = "a";
    member_.lane = store_->Join(wanted, agent).value();
  }
  store::CampaignStep Step(const std::string& finding, int64_t cases) const {
    store::CampaignStep step;
    step.campaign = member_.lane.campaign;
    step.tally = "{}";
    step.cases = step.counted = step.done = cases;
    store::FindingRow row;
    row.id = finding;
    row.count = 1;
    step.findings = {row};
    return step;
  }
  const std::string path_ = testing::TempDir() + "/spool_test.db";
  std::optional<store::Store> store_;
  Membership member_;
};

TEST_F(SpoolTest, WritesInOrderAndCountsItsSteps) {
  Spool spool(&member_);
  for (int64_t n = 1; n <= 3; ++n) {
    spool.Add(Step("f", n));
    ASSERT_TRUE(spool.Write(*store_).ok());
  }
  EXPECT_EQ(store_->Finding("f")->count, 3);
  EXPECT_EQ(store_->WholeCampaign(member_.lane.campaign)->value().steps, 3);
}

TEST_F(SpoolTest, WhatWasWrittenBeforeTheAnswerGotLostIsNotWrittenAgain) {
  store::CampaignStep first = Step("f", 1);
  first.agent = "a";
  first.number = 1;
  ASSERT_TRUE(store_->Commit(first).ok());  // as if its answer had never come
  Spool spool(&member_);
  spool.Add(Step("f", 1));
  ASSERT_TRUE(spool.Write(*store_).ok());
  spool.Add(Step("g", 2));
  ASSERT_TRUE(spool.Write(*store_).ok());
  EXPECT_EQ(store_->Finding("f")->count, 1);
  EXPECT_EQ(store_->Finding("g")->count, 1);
  EXPECT_EQ(store_->ShowTotals("night")->cases, 2);
}

TEST_F(SpoolTest, WhatCannotBeWrittenWaitsAndGrows) {
  Spool spool(&member_);
  auto reader = store::Store::OpenForReading(path_);  // cannot write
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  for (int64_t n = 1; n <= 3; ++n) {
    spool.Add(Step("f", n));
    EXPECT_FALSE(spool.Write(*reader).ok());
  }
  EXPECT_FALSE(spool.full());
  ASSERT_TRUE(spool.Write(*store_).ok());
  EXPECT_EQ(store_->Finding("f")->count, 3);
  EXPECT_EQ(store_->ShowTotals("night")->cases, 3);
}

TEST_F(SpoolTest, IsFullBeforeItEatsTheMemory) {
  Spool spool(&member_);
  store::CampaignStep large = Step("f", 1);
  large.state = std::string(size_t{65} << 20, 'x');
  spool.Add(std::move(large));
  EXPECT_TRUE(spool.full());
  ASSERT_TRUE(spool.Write(*store_).ok());
  EXPECT_FALSE(spool.full());
}

}  // namespace
}  // namespace assay::campaign
