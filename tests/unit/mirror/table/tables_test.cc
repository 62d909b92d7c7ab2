#include "mirror/table/tables.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "store/store.h"

namespace assay::mirror {
namespace {

using nlohmann::json;

RunSum Sum(const std::string& without, size_t outputs, size_t valid) {
  RunSum out;
  out.approach = "assay";
  out.provider = "none";
  out.without = without;
  out.runs = 1;
  out.inputs = 20;
  out.outputs = outputs;
  out.valid = valid;
  out.preserving = valid / 2;
  return out;
}

json Paper() {
  const auto paper = LoadPaper();
  EXPECT_TRUE(paper.ok());
  return paper.ok() ? *paper : json();
}

TEST(Tables, ThePapersFiguresAreThere) {
  const json all = MakeTables({}, Paper());
  EXPECT_EQ(all["runs"], 0);
  const json& rows = all["rows"];
  const auto own = std::find_if(rows.begin(), rows.end(),
                                [](const json& r) { return r["approach"] == "crossprobe"; });
  ASSERT_NE(own, rows.end());
  EXPECT_NEAR((*own)["valid_share"].get<double>(), 0.560, 0.001);
  EXPECT_NEAR((*own)["preserving_share"].get<double>(), 0.422, 0.001);
  EXPECT_EQ((*own)["bugs"], 19);
  EXPECT_NEAR(all["tables"]["table5"][0]["preserving_per_input"].get<double>(), 0.269, 0.001);
}

TEST(Tables, ThePapersBugsAddUp) {
  const json paper = Paper();
  size_t bugs = 0;
  for (const json& row : paper["taxonomy"]) bugs += row["bugs"].get<size_t>();
  EXPECT_EQ(bugs, 19u);
}

TEST(Tables, OursComeFirst) {
  const json all = MakeTables({{Sum("", 10, 8), Sum("screening", 20, 9)}, {}}, Paper());
  EXPECT_EQ(all["rows"][0]["source"], "measured");
  EXPECT_NEAR(all["rows"][0]["valid_share"].get<double>(), 0.8, 1e-9);
  EXPECT_EQ(all["tables"]["table6"][1]["setting"], "without");
  EXPECT_EQ(all["runs"], 2);
}

TEST(Tables, AblationsOfThePapersWayHaveTheirTables) {
  RunSum with = Sum("", 10, 8), without = Sum("distinction", 10, 4), basic = Sum("", 10, 1);
  with.approach = without.approach = "crossprobe";
  basic.approach = "basic-cot";
  const json all = MakeTables({{with, without, basic}, {}}, Paper());
  EXPECT_EQ(all["tables"]["table7"][1]["setting"], "without");
  EXPECT_EQ(all["tables"]["table7"][2]["source"], "paper");  // baselines have no parts
  EXPECT_EQ(all["rows"][1]["approach"], "basic-cot");
}

TEST(Tables, WithoutAStoreThereIsNothingOfOurs) {
  const auto runs = ReadRuns(testing::TempDir() + "/no-such-store.db");
  ASSERT_TRUE(runs.ok()) << runs.error().message;
  EXPECT_TRUE(runs->sums.empty());
}

// A run over `inputs` of two programs, all of them carried.
void KeepRun(store::Store& store, size_t inputs) {
  const json config = {{"pipeline", "mirror"}, {"action", "run"}, {"digest", "d"}, {"to", "jax"}};
  store::CampaignStep step;
  step.campaign = store.AddCampaign(config.dump()).value();
  json outputs = json::array();
  for (size_t i = 0; i < inputs; ++i) outputs.push_back({{"name", i}, {"valid", true}});
  for (json& output : outputs) output["name"] = output["name"].dump();
  if (inputs > 0)
    step.reports.push_back({0, json{{"inputs", inputs}, {"outputs", outputs}}.dump()});
  step.block = 1;
  step.tally = json{{"inputs", inputs}}.dump();
  ASSERT_TRUE(store.Commit(step).ok());
}

TEST(Tables, AnInterruptedRunDoesNotReplaceAWholeOne) {
  const std::string path = testing::TempDir() + "/tables-interrupted.db";
  std::filesystem::remove(path);
  auto store = store::Store::Open(path);
  ASSERT_TRUE(store.ok()) << store.error().message;
  KeepRun(*store, 2);
  KeepRun(*store, 1);
  KeepRun(*store, 0);
  const auto runs = ReadRuns(path);
  ASSERT_TRUE(runs.ok()) << runs.error().message;
  ASSERT_EQ(runs->sums.size(), 1u);
  EXPECT_EQ(runs->sums[0].inputs, 2u);
  EXPECT_EQ(runs->sums[0].runs, 1u);
  std::filesystem::remove(path);
}

TEST(Tables, BugsOfSeveralApproachesAreCountedOnce) {
  RunSum a = Sum("", 1, 1), b = Sum("matching-model", 1, 1);
  a.bugs = {"x", "y"};
  b.bugs = {"y"};
  const json overlap = MakeTables({{a, b}, {}}, Paper())["tables"]["overlap"];
  ASSERT_EQ(overlap.size(), 2u);
  EXPECT_EQ(overlap[0]["bugs"], 1);
  EXPECT_EQ(overlap[1]["bugs"], 1);
}

TEST(Tables, StatesOfBugs) {
  const json states =
      MakeTables({{},
                  {{"x", "crash", "crash", "same", "upstream dependency", "", false},
                   {"y", "wrong", "assertion", "different", "", "", true}}},
                 Paper())["tables"]["states"];
  EXPECT_EQ(states[0]["known"], 1);
  EXPECT_EQ(states[0]["upstream_dependency"], 1);
  EXPECT_EQ(states[1]["previously_unknown"], 19);
}

}  // namespace
}  // namespace assay::mirror
