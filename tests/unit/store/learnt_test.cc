#include <gtest/gtest.h>

#include "store/store.h"
#include "tests/unit/store/place.h"

namespace assay::store {
namespace {

class LearntTest : public testing::Test {
 protected:
  void SetUp() override {
    auto opened = Store::Open(path_);
    ASSERT_TRUE(opened.ok()) << opened.error().message;
    store_.emplace(std::move(opened).value());
  }
  void TearDown() override { store_.reset(); }
  static FindingRow Row(const std::string& id) {
    FindingRow row;
    row.id = id;
    row.target = "t";
    row.state = "new";
    row.count = 1;
    return row;
  }

  const Place place_{"learnt"};
  const std::string& path_ = place_.path();
  std::optional<Store> store_;
};

TEST_F(LearntTest, CountsOfOneFindingAddUpAndItsStateIsNotUndone) {
  ASSERT_TRUE(store_->AddFindings({Row("fa")}, {}).ok());
  ASSERT_TRUE(store_->SetState("fa", "reduced").ok());
  FindingRow again = Row("fa");
  again.state = "confirmed";
  ASSERT_TRUE(store_->AddFindings({again}, {}).ok());
  const auto row = store_->Finding("fa");
  ASSERT_TRUE(row.ok());
  EXPECT_EQ(row->count, 2);
  EXPECT_EQ(row->state, "reduced");
  EXPECT_EQ(row->campaign, 0);
}

TEST_F(LearntTest, AnUnknownIdIsAnErrorThatSuggestsANearOne) {
  ASSERT_TRUE(store_->AddFindings({Row("f123456789abc")}, {}).ok());
  const auto row = store_->Finding("f123456789abd");
  ASSERT_FALSE(row.ok());
  EXPECT_NE(row.error().message.find("f123456789abc"), std::string::npos) << row.error().message;
  EXPECT_FALSE(store_->SetState("nonesuch", "new").ok());
}

TEST_F(LearntTest, KeepsTheNewestReductionAndFact) {
  ASSERT_TRUE(store_->AddFindings({Row("fa")}, {}).ok());
  ReductionRow reduction;
  reduction.finding = "fa";
  reduction.original_nodes = 50;
  for (const int64_t nodes : {9, 2}) {
    reduction.nodes = nodes;
    reduction.complete = nodes == 2;
    reduction.model = std::string("m\0n", 3);
    ASSERT_TRUE(store_->KeepReduction(reduction).ok());
    ASSERT_TRUE(store_->SetFact("fa", "location", nodes == 9 ? "{}" : R"({"a":1})").ok());
  }
  const auto kept = store_->Reduction("fa");
  ASSERT_TRUE(kept.ok() && kept->has_value());
  EXPECT_EQ((*kept)->nodes, 2);
  EXPECT_EQ((*kept)->original_nodes, 50);
  EXPECT_TRUE((*kept)->complete);
  EXPECT_EQ((*kept)->model.size(), 3u);
  auto facts = store_->Facts("fa");
  ASSERT_TRUE(facts.ok());
  ASSERT_EQ(facts->size(), 1u);
  EXPECT_EQ((*facts)[0].json, R"({"a":1})");
  ASSERT_TRUE(store_->KeepReduction(reduction).ok());
  EXPECT_EQ(store_->Facts("fa")->size(), 1u);
  reduction.model = "another";
  ASSERT_TRUE(store_->KeepReduction(reduction).ok());
  EXPECT_EQ(store_->Facts("fa")->size(), 0u) << "a location in a case that is gone";
  EXPECT_FALSE(store_->Reduction("fb")->has_value());
}

TEST_F(LearntTest, HistoryIsToldInOrder) {
  ASSERT_TRUE(store_->AddHistory({"fa", "", "t", "1", "still there", ""}).ok());
  ASSERT_TRUE(store_->AddHistory({"fa", "", "t", "2", "fixed", ""}).ok());
  const auto history = store_->History("fa");
  ASSERT_TRUE(history.ok());
  ASSERT_EQ(history->size(), 2u);
  EXPECT_EQ((*history)[1].event, "fixed");
  EXPECT_EQ((*history)[1].time.size(), 19u);
}

// A file of the version before findings had facts.

}  // namespace
}  // namespace assay::store
