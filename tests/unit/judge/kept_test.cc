#include "judge/kept.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/strings.h"
#include "tests/unit/judge/oracles/support.h"
#include "trial/claim.h"

namespace assay::judge {
namespace {

using nlohmann::json;
using program::ProgramStatus;

class Kept : public testing::Test {
 protected:
  void Keep(const std::string& oracle, Verdict verdict, const std::string& program,
            const std::string& sentence = "It is so.") {
    Trial trial = NewTrial(oracle, "", sentence, "it is so");
    trial.program = program;
    trial.claim_line = 1;
    KeepProgram(doc_, trial, {verdict, "seen"}, ProgramStatus::kValid, "rules", kept_);
  }
  json Json(const std::map<std::string, std::string>& findings = {}) {
    KeepDocumentation(doc_, kept_);
    return KeptJson(doc_.name, doc_.framework, kept_, findings);
  }

  const knowledge::ApiDoc doc_ = Doc("torch.relu", "It is so.\n\nMore.");
  KeptPrograms kept_;
};

TEST_F(Kept, OneProgramForEachVerdictOfAnOracle) {
  Keep("default", Verdict::kNotApplicable, "a");
  Keep("choice", Verdict::kHolds, "b");
  Keep("default", Verdict::kHolds, "c");
  Keep("default", Verdict::kHolds, "d");
  Keep("default", Verdict::kBroken, "e");
  const json out = Json({{"e", "f123"}});
  ASSERT_EQ(out["programs"].size(), 4u);
  // By oracle as they were tried, the most telling first.
  std::vector<std::string> shown;
  for (const json& one : out["programs"])
    shown.push_back(StrCat(one["oracle"].get<std::string>(), " ", one["verdict"].get<std::string>(),
                           " ", out["texts"][one["text"].get<size_t>()].get<std::string>()));
  EXPECT_EQ(shown, (std::vector<std::string>{"default broken e", "default holds c",
                                             "default not applicable a", "choice holds b"}));
  EXPECT_EQ(out["programs"][0]["finding"], "f123");
  EXPECT_FALSE(out["programs"][1].contains("finding"));
  EXPECT_EQ(out["left_out"], 0);
}

TEST_F(Kept, TheWordsWithTheirPlaceBesideTheDocumentation) {
  Keep("default", Verdict::kHolds, "a");
  Keep("strides", Verdict::kHolds, "b", "a rule of ours");
  const json out = Json();
  EXPECT_EQ(out["programs"][0]["sentence"], "It is so.");
  EXPECT_EQ(out["programs"][0]["place"], "description");
  EXPECT_EQ(out["programs"][1]["place"], "");
  EXPECT_EQ(out["version"], "9.9");
  EXPECT_NE(out["documentation"].get<std::string>().find("It is so."), std::string::npos);
}

TEST_F(Kept, EqualTextsAreKeptOnce) {
  const std::string text(5000, 'x');
  Keep("twin", Verdict::kHolds, text);
  Keep("twin", Verdict::kSuspicious, text);
  const json out = Json();
  ASSERT_EQ(out["programs"].size(), 2u);
  EXPECT_EQ(out["texts"].size(), 1u);
  EXPECT_EQ(out["programs"][0]["text"], out["programs"][1]["text"]);
}

TEST_F(Kept, ItsSizeHasABound) {
  const auto text = [](int i) { return StrCat(i, "\n", std::string(kMostProgram - 10, 'x')); };
  int number = 0;
  for (const char* oracle : {"a", "b", "c"})
    for (const Verdict verdict : {Verdict::kNotApplicable, Verdict::kHolds, Verdict::kBroken})
      Keep(oracle, verdict, text(number++), std::string(9000, 's'));
  const json out = Json();
  // One of each oracle, the accusing one; of others as many as there is room for.
  EXPECT_EQ(out["programs"].size(), 4u);
  EXPECT_EQ(out["left_out"], 5);
  std::map<std::string, int> broken;
  for (const json& one : out["programs"]) {
    if (one["verdict"] == "broken") ++broken[one["oracle"]];
    EXPECT_LE(one["sentence"].get<std::string>().size(), kMostSentence + 3);
  }
  EXPECT_EQ(broken.size(), 3u);
}

TEST_F(Kept, AWholeProgramTakesThePlaceOfOneThatMustBeCut) {
  Keep("a", Verdict::kHolds, std::string(kMostProgram + 1, 'x'));
  Keep("a", Verdict::kHolds, "short");
  Keep("a", Verdict::kHolds, "later");
  EXPECT_EQ(Json()["texts"], json::array({"short"}));
}

TEST_F(Kept, WhatBelongsToAnotherApiSaysSo) {
  Keep("twin", Verdict::kHolds, "a");
  Trial trial = NewTrial("twin", "", "Other.", "it gives the same");
  trial.program = "b";
  KeepProgram(Doc("tf.nn.relu", "Other."), trial, {Verdict::kBroken, ""}, ProgramStatus::kException,
              "rules", kept_);
  const json out = Json();
  EXPECT_EQ(out["programs"][0]["api"], "tf.nn.relu");
  EXPECT_EQ(out["programs"][0]["place"], "description");
  EXPECT_FALSE(out["programs"][1].contains("api"));
}

TEST(Cut, KeepsTheEndAndTheLineOfTheClaim) {
  const std::string program = "first line\nsecond\nclaim\nend\n";
  EXPECT_EQ(Cut(program, 3, 100).text, program);
  EXPECT_EQ(Cut(program, 3, 100).claim_line, 3);
  const CutProgram cut = Cut(program, 3, 13);
  const std::vector<std::string> lines = Split(cut.text, '\n');
  ASSERT_GE(lines.size(), 3u);
  EXPECT_TRUE(lines[0].starts_with("# "));
  EXPECT_EQ(lines[static_cast<size_t>(cut.claim_line) - 1], "claim");
  EXPECT_EQ(Cut(program, 1, 13).claim_line, 0);
  EXPECT_EQ(Cut(program, std::numeric_limits<int>::max(), 100).claim_line, 0);
  EXPECT_LT(Cut(std::string(100, 'x'), 1, 10).text.size(), 80u);
}

TEST(KeptKind, IsAMatterOfTheContent) {
  EXPECT_EQ(KeptKind("torch.relu", "a"), KeptKind("torch.relu", "a"));
  EXPECT_NE(KeptKind("torch.relu", "a"), KeptKind("torch.relu", "b"));
  EXPECT_NE(KeptKind("torch.relu", "a"), KeptKind("torch.abs", "a"));
}

}  // namespace
}  // namespace assay::judge
