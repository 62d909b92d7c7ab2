#include <gtest/gtest.h>

#include "study/issues/issue.h"

namespace assay::study {
namespace {

Issue With(const std::string& project, std::vector<std::string> labels) {
  Issue out;
  out.project = project;
  out.labels = std::move(labels);
  return out;
}

TEST(Filter, GoesByTheProjectsOwnLabels) {
  EXPECT_TRUE(IsHighPriority(With("tensorflow", {"type:bug"})));
  EXPECT_FALSE(IsHighPriority(With("tensorflow", {"type:support"})));
  EXPECT_TRUE(IsHighPriority(With("pytorch", {"bug", "high priority"})));
  EXPECT_FALSE(IsHighPriority(With("pytorch", {"triaged"})));
  EXPECT_TRUE(IsDefect(With("pytorch", {"triaged"})));
  EXPECT_FALSE(IsDefect(With("pytorch", {"high priority", "feature"})));
  EXPECT_TRUE(IsHighPriority(With("mindspore", {"kind/bug", "serious"})));
  EXPECT_FALSE(IsHighPriority(With("mindspore", {"kind/bug"})));
}

TEST(Filter, OtherProjectsNeedALabelThatSaysBug) {
  EXPECT_TRUE(IsHighPriority(With("jax", {"bug"})));
  EXPECT_FALSE(IsHighPriority(With("jax", {"contributions welcome"})));
}

}  // namespace
}  // namespace assay::study
