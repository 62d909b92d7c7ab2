#include "report/builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/formats.h"
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
