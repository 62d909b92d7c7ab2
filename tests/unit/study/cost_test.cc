#include "study/cost.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace assay::study {
namespace {

TEST(Cost, IsWhatAllMeasurementsMayUse) {
  Settings settings = QuickSettings();
  settings.methods = {"lemon", "assay"};
  settings.cpu_seconds = 1800;
  // Search and judging, two methods.
  const Cost methods = CostOf(settings, {FindPart("methods")}, "/nonesuch");
  EXPECT_EQ(methods.cells, 2u);
  EXPECT_DOUBLE_EQ(methods.cpu_hours, 2);
  EXPECT_DOUBLE_EQ(methods.left_cpu_hours, 2);
  settings.measure_cpu_seconds = 360;
  // Two parts that stand on the same fifteen.
  const Cost chains = CostOf(settings, {FindPart("operators"), FindPart("orders")}, "/nonesuch");
  EXPECT_EQ(chains.cells, 15u);
  EXPECT_NEAR(chains.cpu_hours, 1.5, 1e-9);
}

TEST(Cost, WhatIsDoneIsPaid) {
  char name[] = "/tmp/assay-cost-XXXXXX";
  const std::string folder = mkdtemp(name);
  const auto cells = CellFolder::Open(folder, nlohmann::json::object());
  ASSERT_TRUE(cells.ok());
  ASSERT_TRUE(cells->Keep("operator-LA", {{"operator", "LA"}}).ok());
  const Cost cost = CostOf(QuickSettings(), {FindPart("operators")}, folder);
  EXPECT_EQ(cost.done, 1u);
  EXPECT_NEAR(cost.left_cpu_hours, cost.cpu_hours * 14 / 15, 1e-9);
  std::filesystem::remove_all(folder);
}

TEST(Cost, TheLiteralFormIsAskedForApart) {
  for (const PartDef& part : AllParts())
    EXPECT_EQ(part.literal, part.name.starts_with("literal-")) << part.name;
}

}  // namespace
}  // namespace assay::study
