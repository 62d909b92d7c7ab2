#include "base/grid.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

using nlohmann::json;
using testing::ElementsAre;

TEST(Grid, ValuesAreTextsWithTheirShares) {
  const json rows = {{{"who", "a"}, {"count", 3}, {"share", 0.125}, {"cost", 0.0}},
                     {{"who", "b"}, {"count", 4}, {"cost", 0.123456}}};
  const Grid grid =
      GridOf("t", rows, {{"approach", "who"}, {"outputs", "count", "share"}, {"cost ($)", "cost"}});
  EXPECT_EQ(grid.title, "t");
  EXPECT_THAT(grid.header, ElementsAre("approach", "outputs", "cost ($)"));
  EXPECT_THAT(grid.rows,
              ElementsAre(ElementsAre("a", "3 (12.5 %)", "0"), ElementsAre("b", "4", "0.1235")));
}

TEST(Grid, ColumnsOfNobodyAreLeftOut) {
  const json rows = {{{"who", "a"}, {"none", nullptr}, {"empty", ""}, {"context", 128000.0}}};
  const Grid grid = GridOf("t", rows,
                           {{"who", "who"},
                            {"none", "none"},
                            {"empty", "empty"},
                            {"absent", "x"},
                            {"context", "context"}});
  EXPECT_THAT(grid.header, ElementsAre("who", "context"));
  EXPECT_THAT(grid.rows, ElementsAre(ElementsAre("a", "128000")));
}

TEST(Grid, NoRowsNoColumns) {
  EXPECT_THAT(GridOf("t", json::array(), {{"who", "who"}}).header, ElementsAre());
}

}  // namespace
}  // namespace assay
