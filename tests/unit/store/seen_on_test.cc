#include "store/seen_on.h"

#include <gtest/gtest.h>

#include "store/store.h"
#include "tests/unit/store/place.h"

namespace assay::store {
namespace {

const Machine kArm = {"aarch64", "ARM Neoverse-N1"};
const Machine kIntel = {"x86_64", "Some CPU @ 2GHz"};

CampaignStep StepOn(const Machine& machine, int64_t case_index) {
  CampaignStep step;
  step.machine = machine;
  FindingRow row;
  row.id = "f1";
  row.target = "onnxruntime";
  row.state = "new";
  row.count = 1;
  step.findings = {row};
  SightingRow sighting;
  sighting.finding = "f1";
  sighting.case_index = case_index;
  step.sightings = {sighting};
  return step;
}

class SeenOnTest : public testing::Test {
 protected:
  void SetUp() override {
    auto opened = Store::Open(place_.path());
    ASSERT_TRUE(opened.ok()) << opened.error().message;
    store_.emplace(std::move(opened).value());
  }
  std::vector<Machine> Machines(const std::string& finding) {
    std::vector<Machine> out;
    const auto rows = store_->SeenOn(finding);
    EXPECT_TRUE(rows.ok());
    for (const SeenOnRow& row : *rows) out.push_back(row.machine);
    return out;
  }
  Place place_{"seen_on_test"};
  std::optional<Store> store_;
};

TEST_F(SeenOnTest, TravelsWithTheSighting) {
  ASSERT_TRUE(store_->Commit(StepOn(kArm, 1)).ok());
  ASSERT_TRUE(store_->Commit(StepOn(kIntel, 2)).ok());
  ASSERT_TRUE(store_->Commit(StepOn(kIntel, 3)).ok());  // the same again
  EXPECT_EQ(Machines("f1"), (std::vector<Machine>{kArm, kIntel}));
  EXPECT_FALSE(store_->SeenOn("f1")->at(0).since.empty());
  const auto sightings = store_->Sightings("f1");
  ASSERT_EQ(sightings->size(), 3u);
  EXPECT_EQ(sightings->at(0).machine, kArm);
  EXPECT_EQ(sightings->at(1).machine, kIntel);
  EXPECT_TRUE(Machines("other").empty());
}

TEST_F(SeenOnTest, IsThisMachineUnlessSaid) {
  const CampaignStep step = StepOn(kArm, 1);
  ASSERT_TRUE(store_->AddFindings(step.findings, step.sightings).ok());
  EXPECT_EQ(Machines("f1"), std::vector<Machine>{ThisMachine()});
  EXPECT_EQ(store_->Sightings("f1")->at(0).machine, ThisMachine());
}

TEST_F(SeenOnTest, UnknownLeavesNoTrace) {
  ASSERT_TRUE(store_->Commit(StepOn({}, 1)).ok());
  EXPECT_TRUE(Machines("f1").empty());
  ASSERT_TRUE(store_->AddSeenOn("f1", {}).ok());
  EXPECT_TRUE(Machines("f1").empty());
}

TEST_F(SeenOnTest, IsAddedToWhenItShowsElsewhere) {
  ASSERT_TRUE(store_->Commit(StepOn(kIntel, 1)).ok());
  ASSERT_TRUE(store_->AddSeenOn("f1", kArm).ok());
  ASSERT_TRUE(store_->AddSeenOn("f1", kArm).ok());
  EXPECT_EQ(Machines("f1").size(), 2u);
}

// A part that is split off was seen where its cases were, not where it was split.
TEST_F(SeenOnTest, GoesAlongWithCasesThatAreSplitOff) {
  ASSERT_TRUE(store_->Commit(StepOn(kArm, 1)).ok());
  ASSERT_TRUE(store_->Commit(StepOn(kIntel, 2)).ok());
  FindingRow part;
  part.id = "f2";
  part.target = "onnxruntime";
  part.state = "confirmed";
  ASSERT_TRUE(store_->Split("f1", part, {2}).ok());
  EXPECT_EQ(Machines("f2"), std::vector<Machine>{kIntel});
}

TEST_F(SeenOnTest, HistorySaysWhereSomethingWasRun) {
  ASSERT_TRUE(store_->Commit(StepOn(kArm, 1)).ok());
  ASSERT_TRUE(
      store_->AddHistory({.finding = "f1", .event = "still there", .machine = "x86_64"}).ok());
  ASSERT_TRUE(store_->AddHistory({.finding = "f1", .event = "labelled"}).ok());
  const auto history = store_->History("f1");
  ASSERT_EQ(history->size(), 2u);
  EXPECT_EQ(history->at(0).machine, "x86_64");
  EXPECT_EQ(history->at(1).machine, "");
}

}  // namespace
}  // namespace assay::store
