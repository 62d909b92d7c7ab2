#include "optbug/table/tables.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "store/store.h"

namespace assay::optbug {
namespace {

using nlohmann::json;

class TablesTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove(path_); }
  void TearDown() override { std::filesystem::remove(path_); }
  void Keep(const json& summary, store::Store& store) {
    const auto campaign = store.AddCampaign(R"({"pipeline": "optbug"})");
    store::CampaignStep step;
    step.campaign = *campaign;
    step.tally = summary.dump();
    ASSERT_TRUE(store.Commit(step).ok());
  }
  json Tables() {
    const auto runs = ReadRuns(path_);
    EXPECT_TRUE(runs.ok());
    const auto paper = LoadPaper();
    EXPECT_TRUE(paper.ok()) << paper.error().message;
    return MakeTables(*runs, *paper);
  }
  const std::string path_ = testing::TempDir() + "/assay-optbug-tables.db";
};

TEST_F(TablesTest, WithoutRunsThePaperStandsAlone) {
  auto store = store::Store::Open(path_);
  const json out = Tables();
  EXPECT_EQ(out["runs"], 0);
  ASSERT_EQ(out["rows"].size(), 6u);  // three models, two approaches
  for (const json& row : out["rows"]) EXPECT_EQ(row["source"], "paper");
  EXPECT_NEAR(out["rows"][0]["valid_share"].get<double>(), 0.413, 0.0005);
  EXPECT_NEAR(out["rows"][1]["relevant_share"].get<double>(), 0.123, 0.0005);
  EXPECT_EQ(out["tables"]["table4"].size(), 2u);
  EXPECT_EQ(out["tables"]["figure9"]["paper"]["of_several"], 8);
}

TEST_F(TablesTest, RunsOfOneKindAreAddedUp) {
  auto store = store::Store::Open(path_);
  const json run = {{"provider", "none"},
                    {"approach", "assay"},
                    {"programs", 60},
                    {"valid", 58},
                    {"relevant", 57},
                    {"findings", {"f1", "f2"}},
                    {"kinds", {{"api", 1}, {"desugar", 1}}},
                    {"rules", {{"model", {{"programs", 20}, {"valid", 19}}}}}};
  Keep(run, *store);
  json second = run;
  second["findings"] = {"f2", "f3"};
  Keep(second, *store);
  Keep({{"provider", "local"},
        {"model", "m"},
        {"approach", "assay"},
        {"programs", 10},
        {"valid", 4},
        {"relevant", 3},
        {"findings", {"f1"}},
        {"tokens", 100},
        {"seconds", 99.0},
        {"completion_tokens", 50},
        {"model_seconds", 5.0},
        {"cost", 0.5}},
       *store);
  Keep({{"provider", "local"},
        {"model", "m"},
        {"approach", "no-rules"},
        {"programs", 5},
        {"valid", 1},
        {"relevant", 0},
        {"findings", 0}},
       *store);
  const json out = Tables();
  EXPECT_EQ(out["runs"], 4);
  ASSERT_EQ(out["rows"].size(), 8u);
  const json& local = out["rows"][0];
  EXPECT_EQ(local["provider"], "local, m");
  const json& none = out["rows"][1];
  EXPECT_EQ(none["outputs"], 120);
  EXPECT_EQ(none["bugs"], 3);  // f2 was found twice
  EXPECT_EQ(none["source"], "measured");
  EXPECT_EQ(out["tables"]["table6"].size(), 4u);  // ours with and without, the paper's two
  EXPECT_EQ(out["tables"]["table6"][1]["approach"], "no-rules");
  EXPECT_EQ(out["tables"]["table1"][0]["tokens_per_second"], 10.0);
  EXPECT_EQ(out["tables"]["table1"][0]["cost_per_item"], 0.05);
  EXPECT_EQ(out["tables"]["figure9"]["measured"]["bugs"], 3);
  EXPECT_EQ(out["tables"]["figure9"]["measured"]["of_several"], 1);
  EXPECT_EQ(out["tables"]["rules"][0]["programs"], 40);
}

TEST_F(TablesTest, ReportsNameTheFindings) {
  auto store = store::Store::Open(path_);
  const auto campaign = store->AddCampaign(R"({"pipeline": "optbug"})");
  store::CampaignStep step;
  step.campaign = *campaign;
  step.tally =
      R"({"programs": 9, "findings": 2, "kinds": {"api": {"programs": 9, "findings": 2}}})";
  step.reports = {{0, R"({"programs": [], "findings": [{"id": "a"}, {"id": "b"}]})"},
                  {1, R"({"programs": [], "findings": [{"id": "b"}]})"}};
  ASSERT_TRUE(store->Commit(step).ok());
  const json out = Tables();
  EXPECT_EQ(out["rows"][0]["outputs"], 9);
  EXPECT_EQ(out["rows"][0]["bugs"], 2);
  EXPECT_EQ(out["tables"]["table3"][0]["api"], 2);
  EXPECT_EQ(out["tables"]["figure9"]["measured"]["bugs"], 2);
}

TEST_F(TablesTest, AnUnfinishedRunDoesNotCount) {
  auto store = store::Store::Open(path_);
  ASSERT_TRUE(store->AddCampaign(R"({"pipeline": "optbug"})").ok());
  ASSERT_TRUE(store->AddCampaign(R"({"pipeline": "judge"})").ok());
  EXPECT_EQ(Tables()["runs"], 0);
}

}  // namespace
}  // namespace assay::optbug
