#include <gtest/gtest.h>

#include "judge/model/prediction.h"

namespace assay::judge::model {
namespace {

SampledAnswer Says(const std::string& status, int score, const std::string& final_answer,
                   const std::string& sentence = "A sentence.") {
  Prediction prediction;
  prediction.result.status = status;
  prediction.score = score;
  prediction.final_answer = final_answer;
  return {prediction, sentence, ""};
}

TEST(Vote, ConfidenceIsTheShareOfTheCommonestAnswer) {
  const Consensus out =
      Vote({Says("valid", 95, "true"), Says("exception", 99, "false"), Says("valid", 90, "true")});
  EXPECT_DOUBLE_EQ(out.confidence, 2.0 / 3);
  EXPECT_EQ(out.Final(), "true");
  EXPECT_EQ(out.sentence, "A sentence.");
}

TEST(Vote, BelowTheShareItIsUnknown) {
  const Consensus out = Vote({Says("valid", 95, "true"), Says("exception", 99, "false")});
  EXPECT_DOUBLE_EQ(out.confidence, 0.5);
  EXPECT_EQ(out.Final(), "unknown");
}

TEST(Vote, ARunBelowNinetySaysNothing) {
  const Consensus out =
      Vote({Says("valid", 89, "true"), Says("valid", 95, "true"), Says("valid", 10, "true")});
  EXPECT_EQ(out.low_score, 2u);
  EXPECT_EQ(out.Final(), "unknown");
  EXPECT_DOUBLE_EQ(out.confidence, 2.0 / 3);  // of "unknown"
}

TEST(Vote, AMadeUpQuoteIsRejectedAndCounted) {
  const Consensus out = Vote({Says("valid", 99, "true", ""), Says("valid", 99, "none", "")});
  EXPECT_EQ(out.quote_rejected, 1u);  // who cannot tell need not quote
  EXPECT_EQ(out.Final(), "unknown");
  EXPECT_EQ(Vote({Says("valid", 99, "none", "")}).Final(), "none");
}

TEST(Vote, NoAnswerCountsAsARun) {
  const Consensus out = Vote({Says("valid", 99, "true"), SampledAnswer{}});
  EXPECT_EQ(out.runs, 2u);
  EXPECT_EQ(out.answered, 1u);
  EXPECT_EQ(out.Final(), "unknown");
  EXPECT_EQ(Vote({}).Final(), "unknown");
}

TEST(Vote, OnlyWhatEnoughRunsStateOfTheResultIsTaken) {
  SampledAnswer a = Says("valid", 99, "true"), b = a, c = a;
  a.prediction->stated = {"[1.0]", {"finite", "sorted"}};
  b.prediction->stated = {"[1.0]", {"finite"}};
  c.prediction->stated = {"[2.0]", {}};
  const Consensus out = Vote({a, b, c});
  EXPECT_EQ(out.confidence, 1);  // they say the same otherwise
  EXPECT_EQ(out.stated.elements, "[1.0]");
  EXPECT_EQ(out.stated.properties, std::vector<std::string>{"finite"});
}

TEST(Vote, WhatElseIsSaidIsPartOfTheAnswer) {
  SampledAnswer larger = Says("valid", 99, ""), smaller = Says("valid", 99, "");
  larger.more = "larger";
  smaller.more = "smaller";
  EXPECT_FALSE(Vote({larger, smaller}).answer.has_value());
  EXPECT_EQ(Vote({larger, larger, smaller}).more, "larger");
}

}  // namespace
}  // namespace assay::judge::model
