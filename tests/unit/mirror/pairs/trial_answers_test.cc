#include "mirror/pairs/trial_answers.h"

#include <gtest/gtest.h>

#include "base/strings.h"

namespace assay::mirror::pairs {
namespace {

using nlohmann::json;

constexpr size_t kNone = 3;

std::vector<Trial> ThreeTrials() {
  std::vector<Trial> out(kNone);
  for (size_t i = 0; i < out.size(); ++i) {
    out[i].number = i;
    out[i].change.arguments = {
        {"x", {{"dtype", "float32"}, {"shape", {2}}, {"values", {-7.0, 1.0}}}}};
  }
  return out;
}

const char* const kBegun = "{\"begun\": 1, \"who\": \"torch\"}\n";
const char* const kTold =
    "{\"who\": \"torch\", \"trial\": 1, \"wide\": {\"values\": [2.0], \"shape\": [1]}, "
    "\"moved\": [{\"values\": [2.1], \"shape\": [1]}], \"narrow\": {\"error\": \"TypeError: "
    "x\"}}\n";

TEST(TrialAnswers, ReadsWhatWasTold) {
  TrialAnswers replies;
  EXPECT_EQ(ReadAnswers(StrCat(kBegun, kTold), ThreeTrials(), kNone, replies), kNone);
  const Answer& answer = replies.answers.at(1).at("torch");
  EXPECT_EQ(answer.wide.result["values"], json({2.0}));
  EXPECT_EQ(answer.wide.moved.size(), 1u);
  EXPECT_EQ(answer.wide.inputs, 7);
  EXPECT_EQ(answer.narrow["error"], "TypeError: x");
  EXPECT_TRUE(answer.nudged.empty());
}

TEST(TrialAnswers, ATrialThatWasBegunOnlyEndedTheProgram) {
  TrialAnswers replies;
  EXPECT_EQ(ReadAnswers(StrCat(kBegun, kTold, "{\"begun\": 2, \"who\": \"torch\"}\n"),
                        ThreeTrials(), kNone, replies),
            2u);
  EXPECT_EQ(replies.answers.size(), 1u);
}

TEST(TrialAnswers, WhatAFrameworkPrintsIsNoAnswer) {
  TrialAnswers replies;
  EXPECT_EQ(ReadAnswers("a warning\n[1, 2]\n{\"trial\": 1}\n{\"who\": \"torch\", \"trial\": 99}\n",
                        ThreeTrials(), kNone, replies),
            kNone);
  EXPECT_TRUE(replies.answers.empty());
}

TEST(TrialAnswers, NumpyIsAskedInJaxsProgramOnly) {
  std::vector<Trial> trials = ThreeTrials();
  for (const char* who : {"torch", "jax", "numpy"})
    trials[0].words[who] = {
        .api = StrCat(who == std::string("numpy") ? "scipy.special" : who, ".f"),
        .receiver = "",
        .arguments = {{"x", "", ""}}};
  const judge::Dialect* torch = judge::FindDialect("torch");
  const judge::Dialect* jax = judge::FindDialect("jax");
  ASSERT_TRUE(torch != nullptr && jax != nullptr);
  const std::string one = TrialsProgram("torch", {trials.data()}, *torch, "");
  EXPECT_NE(one.find("torch.f(values[\"x\"])"), std::string::npos);
  EXPECT_EQ(one.find("scipy"), std::string::npos);
  const std::string two = TrialsProgram("jax", {trials.data()}, *jax, "");
  EXPECT_NE(two.find("import scipy.special\n"), std::string::npos);
  EXPECT_NE(two.find("hear(\"numpy\", TRIAL, lambda values: scipy.special.f(values[\"x\"])"),
            std::string::npos);
}

}  // namespace
}  // namespace assay::mirror::pairs
