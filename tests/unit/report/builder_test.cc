#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/formats.h"
#include "report/material.h"
#include "report/sections/sections.h"
#include "tests/unit/report/material_sample.h"

namespace assay::report {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string Text(const Material& material) {
  const Report report = BuildReport(material);
  return RenderText(std::span(&report, 1), {});
}

TEST(Builder, WhatIsMissingIsSaidWithTheCommand) {
  const std::string text = Text(RawSample());
  EXPECT_THAT(text, HasSubstr("assay reduce f1"));
  EXPECT_THAT(text, HasSubstr("assay locate f1"));
  EXPECT_THAT(text, HasSubstr("assay findings repro f1"));
  EXPECT_THAT(text, HasSubstr("assay findings confirm f1"));
}

TEST(Builder, AFullReportHasEverything) {
  const std::string text = Text(FullSample());
  for (const char* part :
       {"got    ", "truth    ", "7 ± 0.5", "9 of 10 runs", "no garbage seen", "reduced from 50",
        "x: any float32 value > 0", "any from 13 to 21", "FuseReluClip", "toy:opt=off gets",
        "Clip of ai.onnx, version 13 (in force at opset 17)", "first wrong", "print(\"BUG\")",
        "ONNX-1", "numpy 2.4.6", "F1, accuracy", "x  float32[2] = [1, -2]"})
    EXPECT_THAT(text, HasSubstr(part));
  for (const char* part : {"assay reduce", "assay locate", "findings confirm", "findings repro"})
    EXPECT_THAT(text, Not(HasSubstr(part)));
}

TEST(Builder, TheSummaryIsTwoSentences) {
  const Report report = BuildReport(FullSample());
  ASSERT_EQ(report.summary.size(), 2u);
  EXPECT_EQ(report.summary[0],
            "toy 1.2 (cpu) computes a wrong result of Clip; shown by 2 nodes (Relu, Clip).");
  EXPECT_EQ(report.summary[1], "Output 'y', element 1, is 9; the truth is 7 ± 0.5.");
}

TEST(Builder, WhatMustBeExactHasNoBound) {
  Material material = FullSample();
  material.facts["evidence"]["bound"] = 0.0;
  const std::string text = Text(material);
  EXPECT_THAT(text, HasSubstr("exactly 7"));
  EXPECT_THAT(text, HasSubstr("must be exact"));
  EXPECT_EQ(BuildReport(material).summary[1],
            "Output 'y', element 1, is 9; the truth is exactly 7.");
  EXPECT_THAT(text, Not(HasSubstr("order of summation")));
}

TEST(Builder, OneOpsetIsNoFreedom) {
  Material material = FullSample();
  material.facts["reduction"]["opsets"] = {21, 21};
  EXPECT_THAT(Text(material), Not(HasSubstr("any from")));
}

TEST(Builder, ALimitThatTheFrameworkStatesIsQuoted) {
  Material material = RawSample();
  material.row.kind = "rejected";
  material.row.message = "-- Clip-13 with a message:\nA bound is not supported for Clip";
  const Report report = BuildReport(material);
  EXPECT_THAT(report.title, HasSubstr("stating a limit"));
  const auto why = [](const Material& of) {
    return std::get<Paragraph>(sections::ProofBlocks(of).front()).text;
  };
  const std::string text = why(material);
  EXPECT_THAT(text, HasSubstr("\"A bound is not supported for Clip\""));
  EXPECT_THAT(text, Not(HasSubstr("no limit")));
  EXPECT_THAT(text, Not(HasSubstr("is wrong:")));
  material.row.message = "oops";
  EXPECT_THAT(why(material), Not(HasSubstr("states the limit")));
}

TEST(Builder, OneRunThatDiesIsACrash) {
  Material material = RawSample();
  material.row.kind = "nondeterministic";
  material.row.message = "first run: crash the process ended: segmentation fault, second run: ok ";
  EXPECT_EQ(CluesOf(material.row, {}, 2, nullptr).kind, "crash");
  EXPECT_THAT(BuildReport(material).title, HasSubstr("takes its process down in some runs"));
}

TEST(Builder, WhatIsNotReducedIsToldApart) {
  Material material = RawSample();
  EXPECT_THAT(BuildReport(material).title, HasSubstr("in output 'y' of Clip (2 nodes)"));
  material.reduced = true;
  EXPECT_THAT(BuildReport(material).title, Not(HasSubstr("nodes)")));
  material = RawSample();
  material.row.kind = "rejected";
  material.row.message = "Clip is odd";
  material.smallest->model.graph.name = "lenet";
  EXPECT_THAT(BuildReport(material).title, HasSubstr("(model 'lenet', 2 nodes): Clip is odd"));
}

TEST(Builder, TheSameCaseIsListedOnceAndAKnownBugHasItsIssue) {
  Material material = FullSample();
  store::SightingRow seen;
  seen.recipe = "generated:4242";
  seen.campaign = 1;
  material.sightings = {seen, seen, seen};
  material.sightings[1].campaign = 5;
  material.facts["known"]["link"] = "https://example.org/issues/1";
  const std::string text = Text(material);
  EXPECT_EQ(text.find("generated:4242"), text.rfind("generated:4242"));
  EXPECT_THAT(text, HasSubstr("Seen in one case, in 2 campaigns"));
  EXPECT_THAT(text, HasSubstr("https://example.org/issues/1"));
}

TEST(Builder, AReproductionThatDoesNotShowItIsNotCalledOne) {
  Material material = FullSample();
  material.facts["repro"]["shows"] = false;
  EXPECT_THAT(Text(material), HasSubstr("does NOT show"));
}

TEST(Builder, ALostCaseIsNoCrash) {
  Material material = RawSample();
  material.smallest.reset();
  material.no_case = "f1: no case of it was kept";
  EXPECT_THAT(Text(material), HasSubstr("no case of it was kept"));
}

TEST(Builder, FactsOfTheWrongKindAreIgnored) {
  Material material = FullSample();
  for (auto& [aspect, fact] : material.facts) fact = {{"modes", 3}, {"notes", "x"}, {"runs", "?"}};
  EXPECT_FALSE(Text(material).empty());
  for (auto& [aspect, fact] : material.facts) fact = nlohmann::json::array();
  EXPECT_FALSE(Text(material).empty());
}

}  // namespace
}  // namespace assay::report
