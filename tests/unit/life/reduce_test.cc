#include "life/reduce.h"

#include "tests/unit/life/planted_store.h"

namespace assay::life {
namespace {

class ReduceModelTest : public PlantedStore {
 protected:
  ReduceOptions Options() {
    return {.backend_dirs = Backends(),
            .seconds = 30,
            .stopped = [] { return false; },
            .tell = [](const std::string&) {}};
  }
};

TEST_F(ReduceModelTest, KeepsTheSmallestCaseAndItsStory) {
  const auto row = AddShown();
  const auto reduced = ReduceModel(store(), row, Options());
  ASSERT_TRUE(reduced.ok()) << reduced.error().message;
  EXPECT_EQ(reduced->original_nodes, 3u);
  EXPECT_EQ(reduced->model_case.model.graph.node_count(), 1u);
  EXPECT_EQ(store().Finding(row.id)->state, "reduced");
  EXPECT_EQ(store().Reduction(row.id)->value().nodes, 1);
  const auto history = store().History(row.id);
  ASSERT_FALSE(history->empty());
  EXPECT_EQ(history->back().event, "reduced");
  EXPECT_EQ(history->back().message, "3 -> 1 nodes");
  // A second run begins with what is there, and knows where it came from.
  const auto again = ReduceModel(store(), *store().Finding(row.id), Options());
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(again->original_nodes, 3u);
}

TEST_F(ReduceModelTest, WhatDoesNotRepeatIsToldAndLeftAlone) {
  const auto row = AddNotShown();
  const auto reduced = ReduceModel(store(), row, Options());
  ASSERT_FALSE(reduced.ok());
  EXPECT_NE(reduced.error().message.find("does not repeat"), std::string::npos);
  EXPECT_FALSE(store().Reduction(row.id)->has_value());
  EXPECT_EQ(store().Finding(row.id)->state, "new");
}

}  // namespace
}  // namespace assay::life
