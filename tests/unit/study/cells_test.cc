#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"
#include "study/part.h"

namespace assay::study {
namespace {

class Cells : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/assay-cells-XXXXXX";
    folder_ = mkdtemp(name);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string folder_;
};

TEST_F(Cells, WhatWasKeptIsFoundAgain) {
  const nlohmann::json settings = {{"seed", 1}};
  {
    const auto cells = CellFolder::Open(folder_, settings);
    ASSERT_TRUE(cells.ok());
    EXPECT_FALSE(cells->Find("operator-LA").has_value());
    ASSERT_TRUE(cells->Keep("operator-LA", {{"mutants", 3}}).ok());
  }
  const auto cells = CellFolder::Open(folder_, settings);
  ASSERT_TRUE(cells.ok());
  EXPECT_EQ(cells->Find("operator-LA"), (nlohmann::json{{"mutants", 3}}));
}

TEST_F(Cells, OtherSettingsAreRefusedAndNamed) {
  ASSERT_TRUE(CellFolder::Open(folder_, {{"seed", 1}, {"size", "quick"}}).ok());
  const auto again = CellFolder::Open(folder_, {{"seed", 2}, {"size", "quick"}});
  ASSERT_FALSE(again.ok());
  EXPECT_THAT(again.error().message, testing::HasSubstr("seed was 1, now 2"));
  EXPECT_THAT(again.error().message, testing::HasSubstr("--out"));
}

TEST_F(Cells, AHalfWrittenCellIsMeasuredAgain) {
  const auto cells = CellFolder::Open(folder_, nlohmann::json::object());
  ASSERT_TRUE(cells.ok());
  ASSERT_TRUE(WriteFile(folder_ + "/cells/x.json", "{\"a\": ").ok());
  EXPECT_FALSE(cells->Find("x").has_value());
}

}  // namespace
}  // namespace assay::study
