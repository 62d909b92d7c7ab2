#include "life/retest.h"

#include "tests/unit/life/planted_store.h"

namespace assay::life {
namespace {

class RetestFindingsTest : public PlantedStore {
 protected:
  RetestOptions Options(const std::string& targets = "") {
    return {.backend_dirs = Backends(), .targets = targets, .tell = [this](const std::string&) {
              ++told_;
            }};
  }
  int told_ = 0;
};

TEST_F(RetestFindingsTest, TellsWhatIsStillThereAndInWhichMode) {
  const auto row = AddShown();
  const auto own = RetestFindings(store(), {row}, Options());
  ASSERT_TRUE(own.ok()) << own.error().message;
  ASSERT_EQ(own->size(), 1u);
  EXPECT_EQ(own->front().id, row.id);
  EXPECT_EQ(own->front().target, row.target);
  EXPECT_EQ(own->front().verdict.event, "still there");
  EXPECT_EQ(told_, 1);
  // Another mode says nothing about the state.
  const auto other = RetestFindings(store(), {row}, Options("planted:elu-ignores-alpha"));
  ASSERT_EQ(other->size(), 1u);
  EXPECT_EQ(other->front().verdict.event, "not in this mode");
  EXPECT_EQ(store().Finding(row.id)->state, "new");
  EXPECT_EQ(store().History(row.id)->size(), 2u);
}

TEST_F(RetestFindingsTest, WhatIsNamedMustBeThere) {
  const auto row = AddShown();
  EXPECT_FALSE(RetestFindings(store(), {row}, Options("no-such-framework")).ok());
  EXPECT_TRUE(store().History(row.id)->empty());
}

TEST_F(RetestFindingsTest, WhatCannotRunIsToldAndKeepsNothing) {
  const auto row = AddPlanted("no-such-framework");
  const auto all = RetestFindings(store(), {row}, Options());
  ASSERT_TRUE(all.ok()) << all.error().message;
  ASSERT_EQ(all->size(), 1u);
  EXPECT_FALSE(all->front().message.empty());
  EXPECT_EQ(all->front().version, "");
  EXPECT_TRUE(store().History(row.id)->empty());
}

}  // namespace
}  // namespace assay::life
