#include "store/report_batch.h"

#include <gtest/gtest.h>

#include "store/store.h"
#include "tests/unit/store/place.h"

namespace assay::store {
namespace {

std::vector<ReportRow> Some() {
  return {{7, std::string("a\0b", 3)}, {3, ""}, {12, std::string(5000, '\xff')}};
}

int64_t CountRows(const std::string& path) {
  const auto database = Database::Open(path);
  auto select = (*database)->Prepare("SELECT count(*) FROM reports");
  return select->Step() ? select->Int() : -1;
}

TEST(ReportBatch, ComesBackAsItWas) {
  std::vector<ReportRow> out;
  const ReportRow packed = PackReports(Some());
  EXPECT_EQ(packed.case_index, 12);
  ASSERT_TRUE(UnpackReports(packed, out).ok());
  ASSERT_EQ(out.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(out[i].case_index, Some()[i].case_index);
    EXPECT_EQ(out[i].report, Some()[i].report);
  }
}

TEST(ReportBatch, AReportThatStandsAloneStaysOne) {
  std::vector<ReportRow> out;
  ASSERT_TRUE(UnpackReports({5, "{}"}, out).ok());
  ASSERT_TRUE(UnpackReports({6, ""}, out).ok());
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out[0].report, "{}");
}

TEST(ReportBatch, WhatIsCutShortIsAnError) {
  const ReportRow whole = PackReports(Some());
  std::vector<ReportRow> out;
  for (const size_t size : {size_t{2}, size_t{10}, whole.report.size() - 1}) {
    const Status read = UnpackReports({12, whole.report.substr(0, size)}, out);
    ASSERT_FALSE(read.ok()) << size;
    EXPECT_NE(read.error().message.find("damaged"), std::string::npos);
  }
}

// Only steps of agents are packed: rows of other pipelines are what came out of their cases.
TEST(ReportBatch, AStepOfALaneIsOneRowHoweverManyCasesItHas) {
  const Place place("report_batch");
  Store store = Store::Open(place.path()).value();
  SharedRow wanted;
  wanted.name = "night";
  AgentRow agent;
  agent.id = "a";
  const Lane lane = *store.Join(wanted, agent);
  CampaignStep step;
  step.campaign = lane.campaign;
  step.agent = "a";
  for (int64_t number = 1; number <= 3; ++number) {
    step.number = number;
    step.reports.clear();
    for (int64_t i = 0; i < 300; ++i) step.reports.push_back({(number - 1) * 300 + i, "r"});
    ASSERT_TRUE(store.Commit(step).ok());
  }
  EXPECT_EQ(CountRows(place.path()), 3);
  EXPECT_EQ(store.Reports(lane.campaign)->size(), 900u);
  // A row stays as long as one of its cases is needed.
  step.number = 4;
  step.reports.clear();
  step.forget_before = 599;
  ASSERT_TRUE(store.Commit(step).ok());
  EXPECT_EQ(store.Reports(lane.campaign)->size(), 600u);
  CampaignStep alone;
  alone.campaign = *store.AddCampaign("{}");
  alone.reports = {{0, "x"}, {1, "y"}};
  ASSERT_TRUE(store.Commit(alone).ok());
  EXPECT_EQ(CountRows(place.path()), 4);
}

}  // namespace
}  // namespace assay::store
