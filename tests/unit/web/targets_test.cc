#include <gtest/gtest.h>

#include <fstream>

#include "tests/unit/web/pages_sample.h"

namespace assay::web {
namespace {

using nlohmann::json;

// A target whose version no Python package tells; its program is there, so it is ready.
class TargetFiguresTest : public PageTest {
 protected:
  void SetUp() override {
    PageTest::SetUp();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ + "/native.toml") << "framework = \"native\"\ncommand = [\"/bin/true\"]\n"
                                            << "[[mode]]\nname = \"\"\n";
  }
  json Native() {
    Sources from = sources();
    from.backend_dirs = {folder_};
    const json out = AskOf(from, Targets);
    for (const json& target : out["targets"])
      if (target["name"] == "native") return target;
    return {};
  }
  void AddFinding(const std::string& id, const std::string& version) {
    store::FindingRow row;
    row.id = id;
    row.target = "native";
    row.version = version;
    row.state = "new";
    row.count = 1;
    ASSERT_TRUE(store().AddFindings({row}, {}).ok());
  }
  const std::string folder_ = testing::TempDir() + "/targets_page";
};

TEST_F(TargetFiguresTest, SpeedIsThatOfCasesThatTheTargetTook) {
  store::CampaignStep step;
  step.campaign = *store().AddCampaign("{}");
  step.tally = R"({"targets": {"native": {"cases": 100, "unsupported": 90, "seconds": 2}}})";
  ASSERT_TRUE(store().Commit(step).ok());
  const json native = Native();
  EXPECT_EQ(native["cases"], 100);
  EXPECT_EQ(native["unsupported"], 90);
  EXPECT_DOUBLE_EQ(native["cases_per_second"].get<double>(), 5);
  EXPECT_DOUBLE_EQ(native["run_ms"].get<double>(), 200);
}

TEST_F(TargetFiguresTest, ATargetThatTookNothingHasNoSpeed) {
  store::CampaignStep step;
  step.campaign = *store().AddCampaign("{}");
  step.tally = R"({"targets": {"native": {"cases": 9, "unsupported": 9, "seconds": 2}}})";
  ASSERT_TRUE(store().Commit(step).ok());
  EXPECT_TRUE(Native()["cases_per_second"].is_null());
  EXPECT_TRUE(Native()["run_ms"].is_null());
}

TEST_F(TargetFiguresTest, AVersionIsTheOneThatWasSeenLast) {
  EXPECT_EQ(Native()["version"], "");
  EXPECT_EQ(Native()["version_from"], "");
  AddFinding("f1", "4.6.0");
  EXPECT_EQ(Native()["version"], "4.6.0");
  EXPECT_EQ(Native()["version_from"], "last run");
  // Node tests were run on it as a whole: they know better.
  ASSERT_TRUE(store().KeepDocument("conformance", "native", R"({"version": "4.7.0"})").ok());
  EXPECT_EQ(Native()["version"], "4.7.0");
}

}  // namespace
}  // namespace assay::web
