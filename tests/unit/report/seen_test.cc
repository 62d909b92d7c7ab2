#include <gtest/gtest.h>

#include "report/material.h"

namespace assay::report {
namespace {

store::SightingRow Sighting(int64_t campaign, int64_t index, const std::string& recipe) {
  store::SightingRow out;
  out.campaign = campaign;
  out.case_index = index;
  out.recipe = recipe;
  return out;
}

store::FindingRow Row(int64_t count) {
  store::FindingRow out;
  out.count = count;
  return out;
}

TEST(Seen, TheSameCaseInLaterCampaignsCountsOnce) {
  const std::vector<store::SightingRow> same = {
      Sighting(1, 7, "generated:3"), Sighting(5, 7, "generated:3"), Sighting(6, 7, "generated:3")};
  EXPECT_EQ(SeenText(Row(3), same), "in one case, in 3 campaigns");
  EXPECT_EQ(DistinctCases(same).size(), 1u);
  EXPECT_EQ(SeenOf(Row(3), same).campaigns, 3);
}

TEST(Seen, WhatWasNotKeptIsNotTakenForDifferent) {
  const std::vector<store::SightingRow> some = {Sighting(1, 7, "a"), Sighting(1, 8, "b")};
  EXPECT_EQ(SeenText(Row(2), some), "in 2 different cases");
  EXPECT_EQ(SeenText(Row(9), some), "9 times, in 2 different cases at least");
}

TEST(Seen, WithoutCasesTheCountIsTold) {
  EXPECT_EQ(SeenText(Row(1), {}), "once");
  EXPECT_EQ(SeenText(Row(4), {}), "4 times");
  EXPECT_EQ(SeenText(Row(1), {Sighting(1, 7, "a")}), "once");
}

TEST(Seen, CasesWithoutARecipeAreToldByTheirNumber) {
  EXPECT_EQ(DistinctCases({Sighting(1, 7, ""), Sighting(1, 8, ""), Sighting(2, 7, "")}).size(), 2u);
}

}  // namespace
}  // namespace assay::report
