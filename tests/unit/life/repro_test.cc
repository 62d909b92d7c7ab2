#include "life/repro.h"

#include <gtest/gtest.h>

#include "planted_store.h"

namespace assay::life {
namespace {

class ReproTest : public PlantedStore {};

// As a store comes from the machine that had the target.
TEST_F(ReproTest, WhatWasKeptIsGivenWhereTheTargetIsNot) {
  const store::FindingRow row = AddPlanted("elsewhere");
  const nlohmann::json kept = {{"text", "print(1)"}, {"output", "1\n"}, {"shows", true}};
  ASSERT_TRUE(store().SetFact(row.id, "repro", kept.dump()).ok());
  const auto repro = RunRepro(store(), row, Backends(), false);
  ASSERT_TRUE(repro.ok()) << repro.error().message;
  EXPECT_EQ(repro->value("text", ""), "print(1)");
  EXPECT_EQ(repro->value("output", ""), "1\n");
  EXPECT_NE(repro->value("not_run", "").find("elsewhere"), std::string::npos);
}

TEST_F(ReproTest, WithoutAKeptFileTheTargetIsAsked) {
  EXPECT_FALSE(RunRepro(store(), AddPlanted("elsewhere"), Backends(), false).ok());
}

}  // namespace
}  // namespace assay::life
