#include <gtest/gtest.h>

#include "bugs/tools/match.h"

namespace assay::bugs::decide_test {
namespace {

const GroundTruth kDiff = {.library = "jax",
                           .id = "19362",
                           .apis = {"jax.numpy.diff"},
                           .operators = {},
                           .type = "Incorrect Output",
                           .manifestation = Manifestation::kWrongOutput,
                           .exception = "",
                           .message = ""};

ToolFinding Finding(const std::string& id, const std::string& api, Manifestation how) {
  ToolFinding out;
  out.id = id;
  out.apis = {api};
  out.manifestation = how;
  out.seconds = 4;
  return out;
}

std::string NoDoubt(const ToolFinding&) { return ""; }

TEST(Decide, FindsTheOneThatMatchesAndIsGoneLater) {
  ToolReport told;
  told.findings = {Finding("f1", "jax.numpy.sum", Manifestation::kWrongOutput),
                   Finding("f2", "jax.numpy.diff", Manifestation::kWrongOutput),
                   Finding("f3", "jax.numpy.diff", Manifestation::kWrongOutput)};
  std::vector<std::string> asked;
  const Decision seen = Decide(kDiff, told, [&](const ToolFinding& finding) {
    asked.push_back(finding.id);
    return finding.id == "f2" ? "it is there in the fixed version, too" : "";
  });
  EXPECT_EQ(seen.score, Score::kFound);
  EXPECT_EQ(seen.finding, "f3");
  EXPECT_EQ(seen.seconds, 4);
  EXPECT_EQ(asked, (std::vector<std::string>{"f2", "f3"}));
}

TEST(Decide, ADoubtfulOneIsMissed) {
  ToolReport told;
  told.findings = {Finding("f2", "jax.numpy.diff", Manifestation::kWrongOutput)};
  told.effort = "9 programs";
  const Decision seen = Decide(kDiff, told, [](const ToolFinding&) { return "still there"; });
  EXPECT_EQ(seen.score, Score::kMissed);
  EXPECT_EQ(seen.reason, "still there (9 programs)");
}

TEST(Decide, AnotherWayIsSaid) {
  ToolReport told;
  told.findings = {Finding("f1", "jax.numpy.diff", Manifestation::kCrash)};
  EXPECT_EQ(Decide(kDiff, told, NoDoubt).reason,
            "was found in another way: crash in place of wrong output");
}

TEST(Decide, WhatWasNotLookedForIsNoMiss) {
  ToolReport told;
  told.broken = "the tool was ended by signal 11";
  EXPECT_EQ(Decide(kDiff, told, NoDoubt).score, Score::kNotRun);
  told.findings = {Finding("f1", "jax.numpy.diff", Manifestation::kWrongOutput)};
  EXPECT_EQ(Decide(kDiff, told, NoDoubt).score, Score::kFound) << "found before it died";
}

TEST(Decide, ACampaignThatDidNotGetThere) {
  ToolReport told;
  told.reached = {"jax.numpy.sum"};
  EXPECT_EQ(Decide(kDiff, told, NoDoubt).score, Score::kNotRun);
  told.reached = {"jax.numpy.diff"};
  EXPECT_EQ(Decide(kDiff, told, NoDoubt).score, Score::kMissed);
  told.uncallable = {{"jax.numpy.diff", "TypeError: no"}};
  EXPECT_EQ(Decide(kDiff, told, NoDoubt).reason, "no call of it works: TypeError: no");
}

TEST(Decide, NotSupportedNeedsEveryApi) {
  ToolReport told;
  told.unsupported = {"jax.numpy.diff"};
  EXPECT_EQ(Decide(kDiff, told, NoDoubt).score, Score::kNotSupported);
  GroundTruth two = kDiff;
  two.apis.push_back("jax.numpy.sum");
  EXPECT_EQ(Decide(two, told, NoDoubt).score, Score::kMissed);
  EXPECT_EQ(Decide(kDiff, {.refused = "no API is documented"}, NoDoubt).score,
            Score::kNotSupported);
}

TEST(Decide, OneThatIsRefusedDoesNotSpeakForOthers) {
  const ToolReport named = {.refused = "no API 'jax.nothing' is documented",
                            .refuses = "jax.nothing"};
  EXPECT_FALSE(RefusedFor(kDiff, named));
  EXPECT_TRUE(RefusedFor(kDiff, {.refused = "no", .refuses = "jax.numpy.diff"}));
  EXPECT_TRUE(RefusedFor(kDiff, {.refused = "no programs can be written"}));
}

}  // namespace
}  // namespace assay::bugs::decide_test
