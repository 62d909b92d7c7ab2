#include "store/campaign_list.h"

#include <gtest/gtest.h>

#include "store/store.h"
#include "tests/unit/store/place.h"

namespace assay::store {
namespace {

TEST(CampaignList, HoldsThoseOfOnePipelineOldestFirst) {
  const Place place("campaign_list");
  const std::string& path = place.path();
  EXPECT_FALSE(ListCampaigns(path, "optbug").ok());
  EXPECT_FALSE(Store::OpenExisting(path).ok());  // asking makes no store
  auto store = Store::Open(path);
  for (const char* config : {R"({"pipeline": "optbug", "n": 1})", R"({"pipeline": "judge"})", "{}",
                             R"({"pipeline": "optbug", "n": 2})"})
    ASSERT_TRUE(store->AddCampaign(config).ok());
  const auto rows = ListCampaigns(path, "optbug");
  ASSERT_TRUE(rows.ok()) << rows.error().message;
  ASSERT_EQ(rows->size(), 2u);
  EXPECT_NE((*rows)[0].config.find("\"n\": 1"), std::string::npos);
  EXPECT_NE((*rows)[1].config.find("\"n\": 2"), std::string::npos);
}

}  // namespace
}  // namespace assay::store
