#include "life/locate.h"

#include "life/claim.h"
#include "tests/unit/life/planted_store.h"

namespace assay::life {
namespace {

class LocateFindingTest : public PlantedStore {
 protected:
  static LocateOptions Options() {
    LocateOptions out;
    out.backend_dirs = Backends();
    out.seconds = 30;
    out.wanted = [](const triage::locate::Question& question) { return question.name == "tensor"; };
    out.tell = [](const std::string&) {};
    return out;
  }
};

TEST_F(LocateFindingTest, NamesTheFirstWrongTensorAndKeepsIt) {
  const auto row = AddShown();
  const auto located = LocateFinding(store(), row, Options());
  ASSERT_TRUE(located.ok()) << located.error().message;
  EXPECT_TRUE(located->stopped_by.ok());
  EXPECT_EQ(located->location["first_wrong"].value("op", ""), "HardSwish");
  EXPECT_EQ(store().Finding(row.id)->state, "located");
  EXPECT_EQ(store().History(row.id)->back().event, "located");
}

TEST_F(LocateFindingTest, WhatDoesNotShowCannotBeLocated) {
  const auto row = AddNotShown();
  EXPECT_FALSE(LocateFinding(store(), row, Options()).ok());
  EXPECT_EQ(store().Finding(row.id)->state, "new");
}

TEST_F(LocateFindingTest, AllTakesWhatIsCertainAndNobodyElses) {
  const auto row = AddShown();
  EXPECT_EQ(LocateAll(store(), Options(), 60)->worked_on, 0);  // new: nobody has confirmed it
  ASSERT_TRUE(store().SetState(row.id, "confirmed").ok());
  EXPECT_EQ(LocateAll(store(), Options(), 0)->left, 1);
  {
    const Claim claim(store(), LocateTask(row.id), 60);
    EXPECT_EQ(LocateAll(store(), Options(), 60)->elsewhere, 1);
  }
  const auto done = LocateAll(store(), Options(), 60);
  EXPECT_EQ(done->worked_on, 1);
  EXPECT_TRUE(done->problems.empty());
  EXPECT_EQ(store().Finding(row.id)->state, "located");
}

}  // namespace
}  // namespace assay::life
