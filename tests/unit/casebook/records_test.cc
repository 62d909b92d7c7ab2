#include "casebook/records.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "casebook/labels.h"

namespace assay::casebook {
namespace {

class RecordsTest : public testing::Test {
 protected:
  void SetUp() override {
    path_ = testing::TempDir() + "casebook_records.db";
    std::filesystem::remove(path_);
    auto store = store::Store::Open(path_);
    ASSERT_TRUE(store.ok());
    store_.emplace(std::move(*store));
    finding_.pipeline = "judge";
    finding_.framework = "torch";
    finding_.api = "torch.relu";
    finding_.oracle = "default";
    finding_.kind = "disagreement";
    finding_.message = "it is not so";
    finding_.program = "a = 1\nb = 2\nassert a == b\n";
    finding_.claim_line = 3;
  }

  std::string path_;
  std::optional<store::Store> store_;
  ProgramFinding finding_;
};

TEST_F(RecordsTest, KeptLoadedAndCounted) {
  const auto campaign = store_->AddCampaign(R"({"pipeline": "judge"})");
  store::CampaignStep step;
  step.campaign = *campaign;
  ASSERT_TRUE(Keep(*store_, {finding_}, step).ok());
  ProgramFinding again = finding_;
  again.program = "another";
  ASSERT_TRUE(Keep(*store_, {again}, step).ok());
  const std::string id = IdOf(finding_);
  const auto row = store_->Finding(id);
  ASSERT_TRUE(row.ok());
  EXPECT_EQ(row->count, 2);
  EXPECT_EQ(row->state, "confirmed");
  EXPECT_EQ(row->stage, "judge");
  const auto loaded = Load(*store_, id);
  ASSERT_TRUE(loaded.ok() && loaded->has_value());
  EXPECT_EQ((*loaded)->program, finding_.program);  // the first one stays
}

TEST_F(RecordsTest, TellsWhenACampaignIsOver) {
  const auto campaign = store_->AddCampaign(R"({"pipeline": "judge"})");
  ASSERT_TRUE(TellEnd(*store_, *campaign).ok());  // nobody was told that it runs
  EXPECT_FALSE(store_->LastProgress(*campaign)->has_value());
  store::CampaignStep step;
  step.campaign = *campaign;
  step.tally = "kept";
  step.progress = {SampleOf(7, 1)};
  ASSERT_TRUE(Keep(*store_, {}, step).ok());
  EXPECT_NE((*store_->LastProgress(*campaign))->sample.find("\"running\":true"), std::string::npos);
  ASSERT_TRUE(TellEnd(*store_, *campaign).ok());
  const auto last = *store_->LastProgress(*campaign);
  EXPECT_NE(last->sample.find("\"running\":false"), std::string::npos) << last->sample;
  EXPECT_EQ(last->cases, 7);
  EXPECT_EQ(store_->Progress(*campaign)->size(), 1u);
  EXPECT_EQ((*store_->Campaign(*campaign))->tally, "kept");
}

TEST_F(RecordsTest, ModelsAreNone) {
  const auto loaded = Load(*store_, "f000000000000");
  ASSERT_TRUE(loaded.ok());
  EXPECT_FALSE(loaded->has_value());
}

TEST_F(RecordsTest, TheReducedProgramTakesOver) {
  ASSERT_TRUE(Keep(*store_, {finding_}, {}).ok());
  const std::string id = IdOf(finding_);
  ASSERT_TRUE(store_->SetFact(id, kReducedFact, R"({"text": "assert 0\n", "claim_line": 1})").ok());
  const auto smallest = LoadSmallest(*store_, id);
  EXPECT_EQ((*smallest)->program, "assert 0\n");
  EXPECT_EQ((*smallest)->claim_line, 1);
}

TEST_F(RecordsTest, CampaignsOfPipelinesAreApart) {
  ASSERT_TRUE(store_->AddCampaign(R"({"method": "assay"})").ok());
  ASSERT_TRUE(store_->AddCampaign(R"({"pipeline": "judge", "apis": []})").ok());
  EXPECT_EQ((*store_->LastCampaign())->config, R"({"method": "assay"})");
  EXPECT_NE((*store_->LastCampaign("judge"))->config.find("apis"), std::string::npos);
  EXPECT_FALSE((*store_->LastCampaign("optbug")).has_value());
}

TEST_F(RecordsTest, LabelsAreKept) {
  ASSERT_TRUE(Keep(*store_, {finding_}, {}).ok());
  const auto row = store_->Finding(IdOf(finding_));
  const auto label = FindLabel("messy-codes");
  ASSERT_TRUE(label.ok());
  ASSERT_TRUE(KeepLabel(*store_, *row, *label, "cut off", "").ok());
  const auto facts = store_->Facts(row->id);
  const auto fact = std::find_if(facts->begin(), facts->end(),
                                 [](const store::FactRow& f) { return f.aspect == "label"; });
  ASSERT_NE(fact, facts->end());
  const auto json = nlohmann::json::parse(fact->json);
  EXPECT_EQ(json["label"], "messy-codes");
  EXPECT_EQ(json["verdict"], "false");
}

}  // namespace
}  // namespace assay::casebook
