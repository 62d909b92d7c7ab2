#include "web/campaign_json.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>

#include "web/page.h"

namespace assay::web {
namespace {

using nlohmann::json;

class CampaignJsonTest : public testing::Test {
 protected:
  CampaignJsonTest() {
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path_ + suffix);
    auto opened = store::Store::Open(path_);
    store_.emplace(std::move(opened).value());
    sources_.store = path_;
  }
  void Sample(int64_t campaign, double seconds, int64_t cases, const json& sample) {
    store::CampaignStep step;
    step.campaign = campaign;
    step.tally = R"({"cases": 7, "targets": {"a": {"cases": 5, "seconds": 1.5,
      "statuses": {"ok": 4}, "gaps": {"why": 1}}}, "seconds": 10, "cpu_seconds": 8,
      "target_cpu_seconds": 6, "mutators": {"LA": {"applied": 3, "refused": 1}}})";
    step.progress.push_back({0, "", seconds, cases, sample.dump()});
    ASSERT_TRUE(store_->Commit(step).ok());
  }
  json Get(const std::string& path, const std::string& text = "") {
    Query query = *Query::Parse(text);
    const Page* page = FindPage(path, query);
    if (page == nullptr) return "no page";
    const auto answer = page->answer(sources_, query);
    return answer.ok() ? answer->json : json{{"error", answer.error().message}};
  }
  const std::string path_ = testing::TempDir() + "/campaign_json_test.db";
  std::optional<store::Store> store_;
  Sources sources_;
};

TEST_F(CampaignJsonTest, TellsHowFarACampaignIs) {
  const int64_t id = *store_->AddCampaign(R"({"method": "assay", "seed": 3, "avoid": [1, 2]})");
  Sample(id, 10, 90,
         {{"illegal", 10},
          {"findings", 2},
          {"running", true},
          {"targets", {{"a", {{"cases", 90}}}}},
          {"dried_up", true},
          {"current", {{{"case", 91}}}}});
  const json one = Get("/api/campaigns/1");
  EXPECT_EQ(one["cases"], 90);
  EXPECT_DOUBLE_EQ(one["legal_rate"].get<double>(), 0.9);
  EXPECT_DOUBLE_EQ(one["cases_per_second"].get<double>(), 9);
  EXPECT_EQ(one["running"], true);
  EXPECT_EQ(one["dried_up"], true);
  EXPECT_EQ(one["current"][0]["case"], 91);
  EXPECT_FALSE(one["config"].contains("avoid"));
  EXPECT_EQ(one["targets"][0]["ok"], 4);
  EXPECT_EQ(one["mutators"][0]["refused"], 1);
  EXPECT_EQ(one["mutators"][0]["family"], "structure");
  EXPECT_EQ(one["mutators"][0]["promise"], "changes");
  EXPECT_NE(one["mutators"][0]["meaning"].get<std::string>().find("layer"), std::string::npos);
  EXPECT_EQ(one["gaps"][0]["why"], "why");
  EXPECT_DOUBLE_EQ(one["cpu"]["assay"].get<double>(), 2);
  const json list = Get("/api/campaigns");
  EXPECT_EQ(list["total"], 1);
  EXPECT_EQ(list["campaigns"][0]["producer"], "fuzz");
  EXPECT_EQ(Get("/api/overview")["running"], json::array({id}));
  EXPECT_EQ(Get("/api/overview")["totals"]["cases"], 90);
}

TEST_F(CampaignJsonTest, ACampaignThatSaidSoHasEnded) {
  const int64_t id = *store_->AddCampaign("{}");
  Sample(id, 10, 90, {{"running", false}, {"targets", json::object()}});
  EXPECT_EQ(Get("/api/campaigns/1")["running"], false);
  EXPECT_EQ(Get("/api/overview")["running"], json::array());
}

TEST_F(CampaignJsonTest, OldCampaignsHaveTheirTally) {
  ASSERT_EQ(*store_->AddCampaign(R"({"pipeline": "optbug"})"), 1);
  store::CampaignStep step;
  step.campaign = 1;
  step.tally = R"({"programs": 12, "seconds": 4})";
  ASSERT_TRUE(store_->Commit(step).ok());
  const json one = Get("/api/campaigns/1");
  EXPECT_EQ(one["cases"], 12);
  EXPECT_EQ(one["producer"], "optbug");
  EXPECT_EQ(one["running"], false);
  EXPECT_EQ(Get("/api/overview")["pages"]["optbug"], 1);
}

TEST_F(CampaignJsonTest, DamagedRowsDoNoHarm) {
  for (const char* config : {"", "[", "[1]", "{\"seed\": {}}", "{\"pipeline\": 7}"}) {
    const int64_t id = *store_->AddCampaign(config);
    store::CampaignStep step;
    step.campaign = id;
    step.tally = "{\"cases\": \"many\", \"targets\": [1]}";
    step.progress.push_back({0, "", 1, 1, "{\"targets\": 3, \"illegal\": {}, \"by_kind\": 1}"});
    ASSERT_TRUE(store_->Commit(step).ok());
    EXPECT_FALSE(Get("/api/campaigns/" + std::to_string(id)).contains("error")) << config;
  }
  EXPECT_EQ(Get("/api/campaigns")["campaigns"].size(), 5u);
}

TEST_F(CampaignJsonTest, CurvesHaveRates) {
  const int64_t id = *store_->AddCampaign("{}");
  Sample(id, 10, 100, {{"illegal", 0}, {"targets", {{"a", {{"cases", 50}}}}}});
  Sample(id, 20, 300, {{"illegal", 100}, {"targets", {{"a", {{"cases", 150}}}}}});
  const json points = Get("/api/campaigns/1/series")["points"];
  ASSERT_EQ(points.size(), 2u);
  EXPECT_DOUBLE_EQ(points[0]["rate"].get<double>(), 10);
  EXPECT_DOUBLE_EQ(points[1]["rate"].get<double>(), 20);
  EXPECT_DOUBLE_EQ(points[1]["legal"].get<double>(), 0.75);
  EXPECT_DOUBLE_EQ(points[1]["targets"]["a"].get<double>(), 10);
  EXPECT_EQ(Get("/api/compare", "ids=1")["series"]["1"].size(), 2u);
}

TEST_F(CampaignJsonTest, CurvesTellWhoTakesTheProcessors) {
  const auto cpu = [](double targets, double assay) {
    return json{{"cpu", {{"targets", targets}, {"assay", assay}}}};
  };
  const int64_t id = *store_->AddCampaign("{}");
  Sample(id, 1, 10, cpu(3, 1));
  Sample(id, 2, 20, cpu(4, 2));  // one second each since the sample before
  Sample(id, 3, 30, cpu(1, 1));  // counted anew
  Sample(id, 4, 40, json::object());
  const json points = Get("/api/campaigns/1/series")["points"];
  ASSERT_EQ(points.size(), 4u);
  EXPECT_DOUBLE_EQ(points[0]["cpu_share"].get<double>(), 0.75);
  EXPECT_DOUBLE_EQ(points[1]["cpu_share"].get<double>(), 0.5);
  EXPECT_TRUE(points[2]["cpu_share"].is_null());
  EXPECT_TRUE(points[3]["cpu_share"].is_null());
}

TEST_F(CampaignJsonTest, CurvesHaveAtMostSoManyPointsAndTheNewest) {
  std::vector<store::ProgressRow> rows;
  for (int i = 1; i <= 777; ++i)
    rows.push_back({1, "", static_cast<double>(i), int64_t{10} * i, "{}"});
  const json points = PointsJson(rows, 500);
  EXPECT_LE(points.size(), 500u);
  EXPECT_EQ(points.back()["cases"], 7770);
  EXPECT_DOUBLE_EQ(points.back()["rate"].get<double>(), 10);
  EXPECT_TRUE(PointsJson({}, 500).empty());
}

TEST_F(CampaignJsonTest, RefusesWhatIsNoCampaign) {
  for (const char* path : {"/api/campaigns/0", "/api/campaigns/x", "/api/campaigns/-1",
                           "/api/campaigns/99", "/api/campaigns/1e3/series"})
    EXPECT_TRUE(Get(path).contains("error")) << path;
  for (const char* query : {"", "ids=", "ids=1,", "ids=1,2,3,4,5,6,7,8,9", "ids=a", "other=1"})
    EXPECT_TRUE(Get("/api/compare", query).contains("error")) << query;
}

}  // namespace
}  // namespace assay::web
