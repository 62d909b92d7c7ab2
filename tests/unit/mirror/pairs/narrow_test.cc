#include "mirror/pairs/narrow.h"

#include <gtest/gtest.h>

namespace assay::mirror::pairs {
namespace {

using nlohmann::json;

json Fact(const std::string& type, const json& value) {
  return {{"dtype", "float64"}, {"type", type}, {"shape", {1}}, {"values", {value}}};
}

TwinAnswer Said(const json& narrow, const json& wide, const json& nudged,
                const std::string& type = "float32") {
  TwinAnswer out;
  out.wide.result = Fact("float64", wide);
  out.nudged = {Fact("float64", nudged)};
  out.narrow = Fact(type, narrow);
  return out;
}

Narrow Of(const TwinAnswer& answer) { return JudgeNarrow(answer, answer); }

TEST(NarrowResults, RoundingIsFine) {
  EXPECT_EQ(Of(Said(1.0000001, 1.0, 1.0000001)), Narrow::kFine);
  // What moves with its inputs may be off by as much.
  EXPECT_EQ(Of(Said(1.5, 1.0, 1.4)), Narrow::kFine);
}

TEST(NarrowResults, AnotherNumberIsWrong) {
  EXPECT_EQ(Of(Said(1.5, 1.0, 1.0000001)), Narrow::kWrong);
  EXPECT_EQ(Of(Said(1.001, 1.0, 1.0000001)), Narrow::kImprecise);
  EXPECT_EQ(Of(Said(0.0, "inf", "inf")), Narrow::kWrong);
}

TEST(NarrowResults, TheRangeOfTheTypeCounts) {
  EXPECT_EQ(Of(Said("inf", 1e39, 1e39)), Narrow::kFine);
  EXPECT_EQ(Of(Said("inf", 1e5, 1e5, "float16")), Narrow::kFine);
  EXPECT_EQ(Of(Said("inf", 1e5, 1e5)), Narrow::kOverflow);
  EXPECT_EQ(Of(Said("nan", 1.0, 1.0)), Narrow::kOverflow);
  EXPECT_EQ(Of(Said(0.0, 1e-40, 1e-40)), Narrow::kFine);
}

TEST(NarrowResults, StepsAreNotAsked) {
  EXPECT_EQ(Of(Said(2.0, 1.0, "nan")), Narrow::kFine);
  EXPECT_EQ(Of(Said(3, 2, 3, "int64")), Narrow::kFine);
}

TEST(NarrowResults, ErrorsSayNothing) {
  TwinAnswer answer = Said(1.0, 1.0, 1.0);
  answer.narrow = {{"error", "TypeError: no kernel"}};
  EXPECT_EQ(Of(answer), Narrow::kUnclear);
}

}  // namespace
}  // namespace assay::mirror::pairs
