#include "campaign/sample.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace assay::campaign {
namespace {

using nlohmann::json;

TEST(Sample, TellsWhenACampaignHasDriedUp) {
  Progress progress;
  progress.seconds = 1000;
  progress.last_new_s = 100;
  progress.last_gain_s = 900;
  EXPECT_FALSE(DriedUp(progress));  // coverage still grows
  progress.last_gain_s = 400;
  EXPECT_TRUE(DriedUp(progress));
  progress.seconds = 700;  // quiet for less than half of its time
  EXPECT_FALSE(DriedUp(progress));
  progress = {};
  progress.seconds = kQuietSeconds - 1;
  EXPECT_FALSE(DriedUp(progress));
}

TEST(Sample, ListsTheCasesThatAreBeingRun) {
  WorkList list;
  EXPECT_TRUE(list.Now().empty());
  const auto first = list.Enter(7, "seven");
  {
    const auto second = list.Enter(8, "eight");
    const auto now = list.Now();
    ASSERT_EQ(now.size(), 2u);
    EXPECT_EQ(now[0].case_index, 7);  // the longest first
    EXPECT_EQ(now[1].recipe, "eight");
  }
  ASSERT_EQ(list.Now().size(), 1u);
  EXPECT_EQ(list.Now()[0].recipe, "seven");
}

TEST(Sample, HoldsWhatPagesShow) {
  Progress progress;
  progress.tally.cases = 90;
  progress.tally.illegal = 10;
  progress.tally.seconds = 60;
  progress.tally.cpu_seconds = 50;
  progress.tally.target_cpu_seconds = 40;
  progress.tally.targets["ort"].cases = 80;
  progress.seconds = 30;
  progress.last_new_s = 20;
  progress.coverage = {{"pairs", 123}};
  FindingLine line;
  line.kind = "wrong";
  progress.findings = {line, line};
  const store::ProgressRow row =
      SampleOf(progress, {{5, std::string(1000, 'r') + "\xff", 1.5}}, /*running=*/true);
  EXPECT_EQ(row.cases, 90);
  EXPECT_EQ(row.seconds, 60);  // of all runs of the campaign
  const json sample = json::parse(row.sample);
  EXPECT_EQ(sample["illegal"], 10);
  EXPECT_EQ(sample["findings"], 2);
  EXPECT_EQ(sample["by_kind"]["wrong"], 2);
  EXPECT_EQ(sample["coverage"], 123);
  EXPECT_EQ(sample["targets"]["ort"]["cases"], 80);
  EXPECT_EQ(sample["cpu"]["assay"], 10);
  EXPECT_EQ(sample["since_new"], 10);
  EXPECT_EQ(sample["running"], true);
  EXPECT_EQ(sample["current"][0]["case"], 5);
  EXPECT_LT(sample["current"][0]["recipe"].get<std::string>().size(), 300u);
}

TEST(Sample, KnowsNoNewestFindingWhereThereIsNone) {
  Progress progress;
  progress.seconds = 30;
  EXPECT_EQ(json::parse(SampleOf(progress, {}, false).sample)["since_new"], -1);
  EXPECT_EQ(json::parse(SampleOf(progress, {}, false).sample)["running"], false);
}

}  // namespace
}  // namespace assay::campaign
