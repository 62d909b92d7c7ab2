#include <gtest/gtest.h>

#include <optional>

#include "store/campaign_list.h"
#include "store/store.h"
#include "tests/unit/store/place.h"

namespace assay::store {
namespace {

class ProgressTest : public testing::Test {
 protected:
  ProgressTest() {
    auto opened = Store::Open(path_);
    store_.emplace(std::move(opened).value());
  }
  void Sample(int64_t campaign, double seconds, int64_t cases) {
    CampaignStep step;
    step.campaign = campaign;
    step.tally = "{}";
    step.progress.push_back({0, "", seconds, cases, "{}"});
    const Status kept = store_->Commit(step);
    ASSERT_TRUE(kept.ok()) << kept.error().message;
  }
  const Place place_{"progress"};
  const std::string& path_ = place_.path();
  std::optional<Store> store_;
};

TEST_F(ProgressTest, KeepsSamplesInOrder) {
  const int64_t id = *store_->AddCampaign("{}"), other = *store_->AddCampaign("{}");
  Sample(id, 4, 40);
  Sample(id, 2, 20);
  Sample(other, 3, 30);
  const auto rows = store_->Progress(id);
  ASSERT_EQ(rows->size(), 2u);
  EXPECT_EQ((*rows)[0].cases, 20);
  EXPECT_EQ((*rows)[1].seconds, 4);
  EXPECT_EQ((*rows)[0].time.size(), 19u);
  EXPECT_EQ((*store_->LastProgress(id))->cases, 40);
  EXPECT_FALSE(store_->LastProgress(99)->has_value());
  EXPECT_EQ(store_->RecentProgress(60)->size(), 2u);
  EXPECT_EQ((*store_->RecentProgress(60))[0].cases, 40);
}

TEST_F(ProgressTest, CountsFromTheStartWhereNoTimeIsGiven) {
  const int64_t id = *store_->AddCampaign("{}");
  Sample(id, -1, 1);
  EXPECT_GE((*store_->LastProgress(id))->seconds, 0);
}

TEST_F(ProgressTest, ThinsOutLongCampaigns) {
  const int64_t id = *store_->AddCampaign("{}");
  CampaignStep step;
  step.campaign = id;
  for (int i = 1; i <= 1001; ++i) step.progress.push_back({0, "", static_cast<double>(i), i, "{}"});
  ASSERT_TRUE(store_->Commit(step).ok());
  const auto rows = store_->Progress(id);
  EXPECT_EQ(rows->size(), 501u);
  EXPECT_EQ(rows->front().cases, 1);
  EXPECT_EQ(rows->back().cases, 1001);  // the newest stays
}

TEST_F(ProgressTest, ListsCampaignsNewestFirst) {
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(store_->AddCampaign("{}").ok());
  const auto rows = store_->Campaigns(2);
  ASSERT_EQ(rows->size(), 2u);
  EXPECT_EQ((*rows)[0].id, 3);
  EXPECT_EQ(*store_->CountCampaigns(), 3);
  EXPECT_EQ((*store_->Campaign(2))->id, 2);
  EXPECT_FALSE(store_->Campaign(9)->has_value());
}

TEST_F(ProgressTest, CountsPipelines) {
  for (const char* config :
       {"{}", R"({"pipeline": "judge"})", R"({"pipeline": "judge-model"})", "no JSON"})
    ASSERT_TRUE(store_->AddCampaign(config).ok());
  const auto counts = CountPipelines(path_);
  ASSERT_TRUE(counts.ok()) << counts.error().message;
  EXPECT_EQ(*counts, (std::map<std::string, int64_t>{{"", 2}, {"judge", 2}}));
}

TEST_F(ProgressTest, KeepsTheNewestDocument) {
  ASSERT_TRUE(store_->KeepDocument("conformance", "b", "1").ok());
  ASSERT_TRUE(store_->KeepDocument("conformance", "a", "2").ok());
  ASSERT_TRUE(store_->KeepDocument("conformance", "b", "3").ok());
  ASSERT_TRUE(store_->KeepDocument("other", "b", "4").ok());
  const auto rows = store_->Documents("conformance");
  ASSERT_EQ(rows->size(), 2u);
  EXPECT_EQ((*rows)[0].json, "2");
  EXPECT_EQ((*rows)[1].json, "3");
  EXPECT_EQ((*rows)[1].made.size(), 19u);
}

}  // namespace
}  // namespace assay::store
