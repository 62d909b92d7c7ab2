// How well the rules sort: forty reports written for this project after the manner of real ones,
// labelled by hand (data/knowledge/issue-classes.jsonl).
#include <gtest/gtest.h>

#include "base/files.h"
#include "base/json.h"
#include "base/strings.h"
#include "knowledge/issues/classify.h"
#include "lab/registry.h"

namespace assay::knowledge {
namespace {

// The rules were mended by looking at these very reports, so that this is a floor against
// worsening, not a measure of how they do on others.
constexpr double kFloor = 0.9;

TEST(Classify, SampleOfForty) {
  const auto text = ReadFile(lab::HomeFolder() + "/data/knowledge/issue-classes.jsonl");
  ASSERT_TRUE(text.ok()) << text.error().message;
  int all = 0, mirror = 0, optimising = 0, optimisation = 0;
  for (const std::string& line : Split(*text, '\n')) {
    if (line.empty()) continue;
    const auto json = ParseJson(line);
    const auto issue = IssueFromJson(json, "sample");
    ASSERT_TRUE(issue.ok()) << issue.error().message;
    const Parts parts = SplitIssue(*issue);
    const std::string wanted = json["expected"]["optimisation"];
    const std::string class_there = json["expected"]["mirror"];
    ++all;
    mirror += Classify(*issue, parts, Scheme::kMirror).category == class_there;
    EXPECT_EQ(IsOptimisation(*issue, parts), !wanted.empty()) << issue->title;
    if (wanted.empty()) continue;
    ++optimising;
    optimisation += Classify(*issue, parts, Scheme::kOptimisation).category == wanted;
  }
  EXPECT_EQ(all, 40);
  EXPECT_GE(mirror, kFloor * all) << mirror << " of " << all;
  EXPECT_GE(optimisation, kFloor * optimising) << optimisation << " of " << optimising;
}

}  // namespace
}  // namespace assay::knowledge
