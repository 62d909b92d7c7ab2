#include "knowledge/pairs/behaviour.h"

#include <gtest/gtest.h>

#include "knowledge/pairs/probe.h"

namespace assay::knowledge::behaviour_test {
namespace {

using nlohmann::json;

Answers Of(const std::string& text) {
  return ReadBehaviours({{"api", json::parse(text)}}).at("api");
}

TEST(Behaviour, RoundingIsNoDifference) {
  const Agreement agreement =
      AgreementOf(Of(R"({"matrix": [["f", [2], [1.0, 2.0]]], "whole": [["i", [], [12]]]})"),
                  Of(R"({"matrix": [["f", [2], [1.00001, 2.0]]], "whole": [["i", [], [13]]]})"));
  EXPECT_EQ(agreement.same, 1u);
  EXPECT_EQ(agreement.other, 1u);
  EXPECT_EQ(agreement.telling, 1u);
}

TEST(Behaviour, KindAndShapeCount) {
  const Answers flat = Of(R"({"matrix": [["f", [2], [1, 2]]]})");
  EXPECT_EQ(AgreementOf(flat, Of(R"({"matrix": [["i", [2], [1, 2]]]})")).same, 0u);
  EXPECT_EQ(AgreementOf(flat, Of(R"({"matrix": [["f", [1, 2], [1, 2]]]})")).same, 0u);
}

TEST(Behaviour, NaNIsItself) {
  const Answers answers = Of(R"({"special": [["f", [3], ["nan", "inf", "-inf"]]]})");
  EXPECT_EQ(AgreementOf(answers, answers).same, 1u);
}

// Places beside the sorted values, which the other does not give.
TEST(Behaviour, MoreResultsThanTheOther) {
  const Answers sorted = Of(R"({"matrix": [["f", [2], [1, 2]]]})");
  const Answers with_places = Of(R"({"matrix": [["f", [2], [1, 2]], ["i", [2], [1, 0]]]})");
  EXPECT_EQ(AgreementOf(sorted, with_places).same, 1u);
}

TEST(Behaviour, WithoutWhatNeedNotBeGiven) {
  const Answers all = Of(R"({"matrix": [["f", [], [6]]]})");
  const Answers along = Of(R"({"matrix": [["f", [2], [1, 5]]], "matrix bare": [["f", [], [6]]]})");
  const Answers other = Of(R"({"matrix": [["f", [2], [2, 4]]], "matrix bare": [["f", [], [6]]]})");
  EXPECT_EQ(AgreementOf(all, along).same, 1u);
  EXPECT_EQ(AgreementOf(along, other).other, 1u);
}

TEST(Behaviour, OneOptionTurned) {
  const Answers logits = Of(R"({"matrix": [["f", [], [1.5]]], "share": [["f", [], [0.7]]]})");
  const Answers probabilities = Of(
      R"({"matrix": [["f", [], [5]]], "matrix from_logits": [["f", [], [1.5]]],
          "share": [["f", [], [2]]], "share from_logits": [["f", [], [0.7]]]})");
  const Agreement agreement = AgreementOf(logits, probabilities);
  EXPECT_EQ(agreement.same, 2u);
  EXPECT_EQ(agreement.option, "from_logits");
}

TEST(Behaviour, OperandsAndPlainAnswersTellNothing) {
  const Answers back = Of(
      R"({"matrix": [["=", [3], [0]]], "whole": [["b", [], [0]]], "vector": [["f", [2], [0, 0]]]})");
  const Agreement agreement = AgreementOf(back, back);
  EXPECT_EQ(agreement.same, 3u);
  EXPECT_EQ(agreement.telling, 0u);
}

TEST(Probe, TheApiThatEndsTheProcessIsKnown) {
  json answers = json::object();
  const std::string lines =
      "{\"begins\": 4}\n{\"name\": \"a\", \"answers\": {\"matrix\": [[\"f\", [], [1]]]}}\n"
      "{\"begins\": 5}\n{\"name\": \"b\", \"answers\": {}}\n{\"begins\": 6}\n{\"name\": \"c\", "
      "\"ans";
  EXPECT_EQ(ReadProbe(lines, 4, answers), 6u);
  EXPECT_EQ(answers.size(), 1u);
  EXPECT_EQ(ReadProbe("{\"begins\": 0}\n{\"name\": \"a\", \"answers\": {}}\n", 0, answers), 1u);
}

}  // namespace
}  // namespace assay::knowledge::behaviour_test
