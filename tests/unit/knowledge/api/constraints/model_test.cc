#include "knowledge/api/constraints/model.h"

#include <gtest/gtest.h>

namespace assay::knowledge::model_test {
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
  EXPECT_FALSE(WorthAsking(Described("It must be fast.")));
  EXPECT_TRUE(WorthAsking(Described("Allowed are `left` and `right`.")));
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
  EXPECT_EQ((*good)[0].source, "model");
  const auto invented = ReadConstraintAnswer(
      nlohmann::json::parse(R"({"minimum":0,"maximum":1,"choices":["a","b"]})"), p);
  ASSERT_TRUE(invented.ok());
  EXPECT_TRUE(invented->empty());
  EXPECT_FALSE(ReadConstraintAnswer(nlohmann::json::parse(R"({"minimum":"two"})"), p).ok());
  EXPECT_FALSE(ReadConstraintAnswer(nlohmann::json::parse("[]"), p).ok());
}

Result<std::vector<Constraint>> Read(const char* answer, const char* text) {
  return ReadConstraintAnswer(nlohmann::json::parse(answer), Described(text));
}

TEST(ConstraintModel, NullMeansNothingFound) {
  const auto half = Read(R"({"minimum":2,"maximum":null,"choices":[]})", "It must exceed 2.");
  ASSERT_TRUE(half.ok()) << half.error().message;
  ASSERT_EQ(half->size(), 1u);
  EXPECT_EQ((*half)[0].normal, "[2, inf)");
}

TEST(ConstraintModel, ANumberAloneIsNoBound) {
  EXPECT_TRUE(Read(R"({"minimum":0,"maximum":null})", "It must be fast. 0 is the first.")->empty());
  EXPECT_TRUE(Read(R"({"minimum":0,"maximum":null})", "If 0, it must be fast.")->empty());
  // One end that nobody wrote.
  EXPECT_TRUE(Read(R"({"minimum":2,"maximum":9})", "It must exceed 2.")->empty());
}

TEST(ConstraintModel, AListStandsInOneSentence) {
  const char* text = "Either `ab` or `cd` is allowed. The letter `ef` comes later.";
  EXPECT_EQ(Read(R"({"choices":["ab","cd"]})", text)->size(), 1u);
  EXPECT_TRUE(Read(R"({"choices":["ab","ef"]})", text)->empty());
  EXPECT_TRUE(Read(R"({"choices":["ab"]})", text)->empty());
  EXPECT_TRUE(Read(R"({"choices":["ab","cd"]})", "Allowed, for example: `ab`, `cd`.")->empty());
  EXPECT_TRUE(Read(R"({"choices":["ab","cd"]})", "It joins `ab` with `cd`.")->empty());
}

}  // namespace
}  // namespace assay::knowledge::model_test
