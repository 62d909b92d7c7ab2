#include "judge/run_totals.h"

#include <gtest/gtest.h>

#include "tests/unit/store/place.h"

namespace assay::judge::run_totals_test {
namespace {

using nlohmann::json;

ApiReport Report(const std::string& api, size_t calls) {
  ApiReport out{.api = api, .judged = true, .reached = calls > 0, .calls = calls};
  out.programs = 5;
  out.trials = 3;
  out.statuses = {{"valid", 5}};
  out.verdicts = {{"holds", 3}};
  out.oracles = {{"default", {{"holds", 3}}}};
  out.problem = calls > 0 ? "" : "TypeError";
  out.suspicions = {"differs"};
  return out;
}

TEST(JudgeTotals, AreTheSameForEveryOrder) {
  const store::Place place("judge_totals");
  auto store = store::Store::Open(place.path());
  ASSERT_TRUE(store.ok());
  {
    JudgeTotals totals;
    auto record = trial::RunRecord::Start(*store, kJudgeRun, json::object(), totals);
    ASSERT_TRUE(record.ok());
    ASSERT_TRUE(KeepReport("torch", Report("torch.b", 2), *store, *record).ok());
    ASSERT_TRUE(KeepReport("torch", Report("torch.a", 0), *store, *record).ok());
  }
  JudgeTotals totals;
  auto record = trial::RunRecord::Resume(*store, place.path(), kJudgeRun, totals);
  ASSERT_TRUE(record.ok()) << record.error().message;
  EXPECT_TRUE(record->Done("torch", "torch.a"));
  EXPECT_EQ(record->programs(), 10u);
  const auto out = SummaryJson(totals, *record, {.seconds = 2, .programs_now = 4, .left = 1});
  ASSERT_TRUE(out.ok());
  EXPECT_EQ((*out)["apis"], 2);
  EXPECT_EQ((*out)["called"], 1);
  EXPECT_EQ((*out)["judged"], json::array({"torch.a", "torch.b"}));
  EXPECT_EQ((*out)["not_called"], json::array({{{"api", "torch.a"}, {"problem", "TypeError"}}}));
  EXPECT_EQ((*out)["oracles"]["default"]["holds"], 6);
  EXPECT_EQ((*out)["suspicious"].size(), 2u);
  EXPECT_EQ((*out)["programs_per_second"], 2.0);
  EXPECT_TRUE((*out)["findings"].empty());
}

TEST(JudgeTotals, AReportThatCannotBeReadIsRefused) {
  const store::Place place("judge_broken");
  auto store = store::Store::Open(place.path());
  const auto campaign = store->AddCampaign(R"({"pipeline": "judge"})");
  store::CampaignStep step;
  step.campaign = *campaign;
  step.reports.push_back({0, R"({"api": "torch.a", "programs": 1, "findings": []})"});
  ASSERT_TRUE(store->Commit(step).ok());
  JudgeTotals totals;
  const auto record = trial::RunRecord::Resume(*store, place.path(), kJudgeRun, totals);
  ASSERT_FALSE(record.ok());
  EXPECT_NE(record.error().message.find("cannot be read"), std::string::npos);
}

}  // namespace
}  // namespace assay::judge::run_totals_test
