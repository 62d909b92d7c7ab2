#include "campaign/stage.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "campaign/campaign.h"

namespace assay::campaign {
namespace {

TEST(Stage, HasUniqueWellFormedNamesAndMeanings) {
  std::set<std::string_view> names;
  for (const StageDef& stage : AllStages()) {
    EXPECT_TRUE(names.insert(stage.name).second) << stage.name;
    EXPECT_EQ(stage.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string_view::npos);
    EXPECT_FALSE(stage.meaning.empty()) << stage.name;
    EXPECT_NE(stage.examine, nullptr) << stage.name;
    EXPECT_EQ(FindStage(stage.name), &stage);
  }
  EXPECT_EQ(FindStage("deploy"), nullptr);
}

TEST(Stage, ExportAndConstructRunModesOfTheirOwn) {
  EXPECT_FALSE(FindStage("infer")->own_modes);
  EXPECT_TRUE(FindStage("export")->own_modes);
  EXPECT_TRUE(FindStage("construct")->own_modes);
}

TEST(Stage, ACampaignKeepsItsStageAndAnOldOneIsInference) {
  Config config;
  config.stage = "export";
  EXPECT_EQ(Config::Load(config.Save())->stage, "export");
  std::string old = Config().Save();
  const size_t at = old.find("\"stage\"");
  ASSERT_NE(at, std::string::npos);
  old.replace(at, std::string("\"stage\"").size(), "\"gone\"");
  EXPECT_EQ(Config::Load(old)->stage, "infer");
}

}  // namespace
}  // namespace assay::campaign
