#include "knowledge/api/constraints/model.h"

#include <gtest/gtest.h>

namespace assay::knowledge {
namespace {

Parameter Described(const char* text) {
  Parameter out;
  out.name = "p";
  out.type = "float";
  out.description = text;
  return out;
}

TEST(ConstraintModel, AsksOnlyWhereTheTextDemandsSomething) {
  EXPECT_TRUE(WorthAsking(Described("values should lie from 2 to 7")));
  EXPECT_FALSE(WorthAsking(Described("the input tensor")));
  const auto values = ConstraintQuestion(Described("values\n  should lie from 2 to 7"));
  EXPECT_EQ(values.at("text"), "p (float): values should lie from 2 to 7");
}

TEST(ConstraintModel, TakesOnlyWhatTheTextBearsOut) {
  const Parameter p = Described("It is a number. Values should lie from 2 to 7.");
  const auto good = ReadConstraintAnswer(
      nlohmann::json::parse(R"({"types":["float"],"minimum":2,"maximum":7,"choices":[]})"), p);
  ASSERT_TRUE(good.ok());
  ASSERT_EQ(good->size(), 1u);
  EXPECT_EQ((*good)[0].normal, "[2, 7]");
  EXPECT_EQ((*good)[0].sentence, "Values should lie from 2 to 7.");
  const auto invented = ReadConstraintAnswer(
      nlohmann::json::parse(R"({"minimum":0,"maximum":1,"choices":["a","b"]})"), p);
  ASSERT_TRUE(invented.ok());
  EXPECT_TRUE(invented->empty());
  EXPECT_FALSE(ReadConstraintAnswer(nlohmann::json::parse(R"({"minimum":"two"})"), p).ok());
  EXPECT_FALSE(ReadConstraintAnswer(nlohmann::json::parse("[]"), p).ok());
}

}  // namespace
}  // namespace assay::knowledge
