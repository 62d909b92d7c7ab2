#include "store/campaign_list.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "store/store.h"

namespace assay::store {
namespace {

TEST(CampaignList, HoldsThoseOfOnePipelineOldestFirst) {
  const std::string path = testing::TempDir() + "/assay-campaign-list.db";
  std::filesystem::remove(path);
  EXPECT_FALSE(ListCampaigns(path, "optbug").ok());
  EXPECT_FALSE(std::filesystem::exists(path));  // asking makes no store
  auto store = Store::Open(path);
  for (const char* config : {R"({"pipeline": "optbug", "n": 1})", R"({"pipeline": "judge"})", "{}",
                             R"({"pipeline": "optbug", "n": 2})"})
    ASSERT_TRUE(store->AddCampaign(config).ok());
  const auto rows = ListCampaigns(path, "optbug");
  ASSERT_TRUE(rows.ok()) << rows.error().message;
  ASSERT_EQ(rows->size(), 2u);
  EXPECT_NE((*rows)[0].config.find("\"n\": 1"), std::string::npos);
  EXPECT_NE((*rows)[1].config.find("\"n\": 2"), std::string::npos);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace assay::store
