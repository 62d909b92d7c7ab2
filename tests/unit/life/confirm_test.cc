#include "life/probe_of.h"
#include "tests/unit/life/planted_store.h"

namespace assay::life {
namespace {

class ConfirmFindingTest : public PlantedStore {};

TEST_F(ConfirmFindingTest, WhatShowsIsConfirmed) {
  store::FindingRow row = AddShown();
  const auto seen = ConfirmFinding(store(), row, Backends(), 2);
  ASSERT_TRUE(seen.ok()) << seen.error().message;
  EXPECT_EQ(seen->shown, 2);
  EXPECT_EQ(row.state, "confirmed");
  EXPECT_EQ(store().Finding(row.id)->state, "confirmed");
}

TEST_F(ConfirmFindingTest, WhatDoesNotShowIsFlaky) {
  store::FindingRow row = AddNotShown();
  const auto seen = ConfirmFinding(store(), row, Backends(), 2);
  ASSERT_TRUE(seen.ok()) << seen.error().message;
  EXPECT_EQ(seen->shown, 0);
  EXPECT_EQ(store().Finding(row.id)->state, "flaky");
}

TEST_F(ConfirmFindingTest, ATargetThatIsNotThereChangesNothing) {
  store::FindingRow row = AddPlanted("no-such-framework");
  EXPECT_FALSE(ConfirmFinding(store(), row, Backends(), 2).ok());
  EXPECT_EQ(store().Finding(row.id)->state, "new");
}

}  // namespace
}  // namespace assay::life
