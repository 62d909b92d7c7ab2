#include "bugs/contribute/candidates.h"

#include <gtest/gtest.h>

namespace assay::bugs {
namespace {

const Period kPeriod = {"jax", "2023-08-01", "2024-07-10", "bug"};

knowledge::Issue Good() {
  knowledge::Issue out;
  out.repo = "jax-ml/jax";
  out.number = 7;
  out.title = "jnp.diff raises for scalars";
  out.body =
      "```python\nimport jax.numpy as jnp\nprint(jnp.diff(jnp.arange(3), prepend=0))\n```\n"
      "jax: 0.4.23\n";
  out.state = "closed";
  out.reason = "completed";
  out.created = "2024-01-05T00:00:00Z";
  out.labels = {"bug"};
  out.fixes = {{.kind = "pull", .id = "8", .title = "Fix diff", .body = "Fixes #7"}};
  return out;
}

TEST(Candidates, AGoodOneComesThrough) {
  const Considered seen = Consider(Good(), kPeriod);
  EXPECT_EQ(seen.reached, Step::kCandidate) << seen.reason;
}

TEST(Candidates, TheFiltersOfTheTracker) {
  auto issue = Good();
  issue.created = "2025-01-05T00:00:00Z";
  EXPECT_EQ(Consider(issue, kPeriod).reason, "outside of the period");
  issue.created.clear();
  EXPECT_EQ(Consider(issue, kPeriod).reason, "its day is not known");
  issue = Good();
  issue.labels = {"question"};
  EXPECT_EQ(Consider(issue, kPeriod).reason, "not labelled as a bug");
  issue = Good();
  issue.state = "open";
  EXPECT_EQ(Consider(issue, kPeriod).reason, "not closed");
  issue = Good();
  issue.fixes.clear();
  EXPECT_EQ(Consider(issue, kPeriod).reason, "no linked pull request is known");
  issue.complete = true;
  EXPECT_EQ(Consider(issue, kPeriod).reason, "no linked pull request");
  issue = Good();
  issue.reason = "not_planned";
  EXPECT_EQ(Consider(issue, kPeriod).reason, "closed as not planned or as a duplicate");
}

TEST(Candidates, ReasonsToDiscard) {
  auto issue = Good();
  issue.labels = {"bug", "documentation"};
  EXPECT_EQ(Consider(issue, kPeriod).reason, "documentation");
  issue = Good();
  issue.title = "Feature request: faster diff";
  EXPECT_EQ(Consider(issue, kPeriod).reason, "feature request");
  issue = Good();
  issue.body = "It does not work.";
  const Considered seen = Consider(issue, kPeriod);
  EXPECT_EQ(seen.reached, Step::kFiltered);
  EXPECT_EQ(seen.reason, "no program to reproduce it with");
  issue = Good();
  issue.body.replace(issue.body.find("jax: 0.4.23"), 11, "Python: 3.11");
  EXPECT_EQ(Consider(issue, kPeriod).reason, "no version of the library is named");
}

// The paper looks for these only after inspection, and counts them among what was inspected.
TEST(Candidates, AnalysisComesAfterInspection) {
  auto issue = Good();
  issue.title = "Installation fails with pip install";
  Considered seen = Consider(issue, kPeriod);
  EXPECT_EQ(seen.reached, Step::kInspected);
  EXPECT_EQ(seen.reason, "build or installation");
  issue = Good();
  issue.title = "Assertion in a debug build";
  EXPECT_EQ(Consider(issue, kPeriod).reason, "debug build");
  issue = Good();
  issue.title = "Wrong result on TPU";
  seen = Consider(issue, kPeriod);
  EXPECT_EQ(seen.reached, Step::kInspected);
  EXPECT_EQ(seen.reason, "hardware: tpu");
}

TEST(Candidates, KerasIsATrackerOfItsOwn) {
  EXPECT_EQ(LibraryOfRepo("keras-team/keras"), "keras");
  EXPECT_EQ(LibraryOfRepo("pytorch/pytorch"), "pytorch");
  EXPECT_EQ(LibraryOfRepo("moon/moon"), "");
}

TEST(Candidates, TheFunnelCountsEveryStage) {
  auto outside = Good(), documentation = Good(), other = Good();
  outside.created = "2020-01-05T00:00:00Z";
  documentation.labels = {"bug", "documentation"};
  other.repo = "pytorch/pytorch";
  const Funnel funnel = MakeFunnel({Good(), outside, documentation, other}, kPeriod);
  EXPECT_EQ(funnel.reports, 3u);
  EXPECT_EQ(funnel.filtered, 2u);
  EXPECT_EQ(funnel.inspected, 1u);
  EXPECT_EQ(funnel.candidates, 1u);
  EXPECT_EQ(funnel.reasons.at("outside of the period"), 1u);
}

}  // namespace
}  // namespace assay::bugs
