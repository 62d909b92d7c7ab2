#include "trial/run_record.h"

#include <gtest/gtest.h>

#include "tests/unit/store/place.h"

namespace assay::trial {
namespace {

using nlohmann::json;

class Sum : public RunTotals {
 public:
  void Take(const json& report) override { sum += report.at("number").get<int>(); }
  json Tally(const json&, const std::vector<std::string>& findings) const override {
    return {{"sum", sum}, {"findings", findings.size()}};
  }
  int sum = 0;
};

bool IsPlain(const json& config) { return !config.contains("special"); }
void Show(const casebook::ProgramFinding& finding, json& shown) {
  shown["oracle"] = finding.oracle;
}

const RunKind kKind = {.pipeline = "sample",
                       .what = "run of `assay sample`",
                       .key = {"framework", "api"},
                       .resumes = IsPlain,
                       .show = Show};

casebook::ProgramFinding Finding(const std::string& api) {
  casebook::ProgramFinding out;
  out.pipeline = "judge";
  out.framework = "torch";
  out.api = api;
  out.oracle = "default";
  out.kind = "disagreement";
  out.program = "assert " + api;
  return out;
}

json Report(const std::string& api, int number, const std::vector<std::string>& findings) {
  json out = {{"framework", "torch"},
              {"api", api},
              {"number", number},
              {"programs", 10},
              {"findings", json::array()}};
  for (const std::string& name : findings) out["findings"].push_back(casebook::IdOf(Finding(name)));
  return out;
}

class RunRecordTest : public testing::Test {
 protected:
  void SetUp() override {
    auto store = store::Store::Open(place_.path());
    ASSERT_TRUE(store.ok()) << store.error().message;
    store_.emplace(std::move(*store));
  }
  Result<RunRecord> Resume(Sum& totals) {
    return RunRecord::Resume(*store_, place_.path(), kKind, totals);
  }

  const store::Place place_{"run_record"};
  std::optional<store::Store> store_;
};

TEST_F(RunRecordTest, GoesOnWhereItEnded) {
  {
    Sum totals;
    auto record = RunRecord::Start(*store_, kKind, {{"seed", 7}}, totals);
    ASSERT_TRUE(record.ok()) << record.error().message;
    ASSERT_TRUE(record->Add(Report("torch.a", 1, {"torch.a"}), {Finding("torch.a")}).ok());
    ASSERT_TRUE(record->Add(Report("torch.b", 2, {"torch.a"}), {Finding("torch.a")}).ok());
    ASSERT_TRUE(record->End().ok());
  }
  Sum totals;
  auto record = Resume(totals);
  ASSERT_TRUE(record.ok()) << record.error().message;
  EXPECT_EQ(record->config()["seed"], 7);
  EXPECT_EQ(totals.sum, 3);
  EXPECT_EQ(record->reports(), 2u);
  EXPECT_EQ(record->programs(), 20u);
  EXPECT_EQ(record->findings(), 1u);  // the same twice
  EXPECT_TRUE(record->Done("torch", "torch.b"));
  EXPECT_FALSE(record->Done("torch", "torch.c"));
  ASSERT_TRUE(record->Add(Report("torch.c", 4, {"torch.c"}), {Finding("torch.c")}).ok());
  const auto findings = record->Findings();
  ASSERT_TRUE(findings.ok() && findings->size() == 2);
  EXPECT_EQ((*findings)[0]["api"], "torch.a");
  EXPECT_EQ((*findings)[1]["oracle"], "default");
  const auto row = store_->LastCampaign("sample");
  ASSERT_TRUE(row.ok() && row->has_value());
  EXPECT_EQ(json::parse((*row)->tally), json({{"sum", 7}, {"findings", 2}}));
  EXPECT_EQ((*row)->block, 3);
}

TEST_F(RunRecordTest, OnlyRunsOfItsKindAreGoneOnWith) {
  Sum totals;
  const auto none = Resume(totals);
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().message.find("holds no run of `assay sample`"), std::string::npos);
  ASSERT_TRUE(RunRecord::Start(*store_, kKind, {{"seed", 1}}, totals).ok());
  ASSERT_TRUE(RunRecord::Start(*store_, kKind, {{"special", true}}, totals).ok());
  ASSERT_TRUE(store_->AddCampaign(R"({"pipeline": "other"})").ok());
  const auto record = Resume(totals);
  ASSERT_TRUE(record.ok()) << record.error().message;
  EXPECT_EQ(record->config()["seed"], 1);
}

TEST_F(RunRecordTest, AReportThatCannotBeReadIsNotPassedOver) {
  for (const char* text : {"no json", "[]", R"({"programs": 1, "findings": [1]})",
                           R"({"programs": 1, "findings": []})"}) {
    Sum totals;
    const auto id = store_->AddCampaign(R"({"pipeline": "sample"})");
    store::CampaignStep step;
    step.campaign = *id;
    step.reports.push_back({0, text});
    ASSERT_TRUE(store_->Commit(step).ok());
    const auto record = Resume(totals);
    ASSERT_FALSE(record.ok()) << text;
    EXPECT_NE(record.error().message.find("cannot be read: report 1"), std::string::npos);
  }
}

TEST_F(RunRecordTest, AListCountsAsItsLength) {
  Sum totals;
  auto record = RunRecord::Start(*store_, kKind, {}, totals);
  json report = Report("torch.a", 1, {});
  report["programs"] = json::array({1, 2, 3});
  report["findings"] = json::array({{{"id", "x"}, {"rule", "y"}}});
  ASSERT_TRUE(record->Add(report, {}).ok());
  EXPECT_EQ(record->programs(), 3u);
  EXPECT_EQ(record->ids(), std::vector<std::string>{"x"});
  EXPECT_TRUE(record->Findings()->empty());  // of which the store knows nothing
}

TEST(OpenRunStore, OneToGoOnWithMustBeThere) {
  const store::Place place("run_store");
  EXPECT_FALSE(OpenRunStore(place.path(), true).ok());
  EXPECT_TRUE(OpenRunStore(place.path(), false).ok());
  EXPECT_TRUE(OpenRunStore(place.path(), true).ok());
}

TEST(AddCounts, CountsOfCountsAlike) {
  using Counts = std::map<std::string, std::map<std::string, size_t>>;
  Counts sum = {{"a", {{"c", 1}}}};
  AddCounts(Counts{{"a", {{"c", 2}}}, {"b", {{"c", 3}}}}, sum);
  AddCounts(Counts{{"b", {{"c", 1}, {"d", 1}}}}, sum);
  EXPECT_EQ(sum, (Counts{{"a", {{"c", 3}}}, {"b", {{"c", 4}, {"d", 1}}}}));
}

}  // namespace
}  // namespace assay::trial
