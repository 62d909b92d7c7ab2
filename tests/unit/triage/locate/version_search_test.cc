#include "triage/locate/version_search.h"

#include <gtest/gtest.h>

namespace assay::triage::locate {
namespace {

TEST(VersionSearch, OrdersVersions) {
  EXPECT_TRUE(VersionLess("1.9.0", "1.17.0"));
  EXPECT_TRUE(VersionLess("1.17", "1.17.1"));
  EXPECT_TRUE(VersionLess("0.27.0", "0.27.0.post1"));
  EXPECT_TRUE(VersionLess("2.0rc1", "2.0"));
  EXPECT_FALSE(VersionLess("2.0", "2.0rc1"));
  EXPECT_FALSE(VersionLess("2.13.0", "2.13.0"));
  EXPECT_FALSE(VersionLess("2.13.0", "2.13.0+cpu"));
  EXPECT_FALSE(VersionLess("2.13.0+cpu", "2.13.0"));
  EXPECT_TRUE(VersionLess("2.13.0+cpu", "2.13.1"));
}

const std::vector<std::string> kReleased = {"1.0", "1.1", "1.2", "1.3", "1.4",
                                            "1.5", "1.6", "1.7", "1.8", "1.9"};

// Bisects with a defect that came in `since`; versions before `silent` say nothing.
std::vector<TriedVersion> Bisect(const std::string& since, const std::string& silent = "0") {
  std::vector<TriedVersion> tried;
  while (const auto next = NextVersion(kReleased, tried, "2.0")) {
    const Answer answer = VersionLess(*next, silent)  ? Answer::kNone
                          : VersionLess(*next, since) ? Answer::kRight
                                                      : Answer::kShows;
    tried.push_back({*next, answer, ""});
    EXPECT_LE(tried.size(), kReleased.size());
  }
  return tried;
}

TEST(VersionSearch, FindsTheFirstBadOne) {
  for (const std::string& since : kReleased) {
    if (since == "1.0") continue;
    const auto tried = Bisect(since);
    const VersionRange range = RangeOf(tried, "2.0");
    EXPECT_EQ(range.first_bad, since);
    EXPECT_TRUE(VersionLess(range.last_good, since));
    EXPECT_LE(tried.size(), static_cast<size_t>(MostTries(kReleased.size())));
  }
}

TEST(VersionSearch, TheOldestBadEndsItAtOnce) {
  const auto tried = Bisect("1.0");
  EXPECT_EQ(tried.size(), 1u);
  EXPECT_EQ(RangeOf(tried, "2.0").first_bad, "1.0");
  EXPECT_EQ(RangeOf(tried, "2.0").last_good, "");
}

TEST(VersionSearch, WhatSaysNothingIsPassedOver) {
  const VersionRange range = RangeOf(Bisect("1.7", "1.4"), "2.0");
  EXPECT_EQ(range.first_bad, "1.7");
  EXPECT_EQ(range.last_good, "1.6");
}

TEST(VersionSearch, GivesUpWhenNothingAnswers) {
  std::vector<TriedVersion> tried;
  while (const auto next = NextVersion(kReleased, tried, "2.0"))
    tried.push_back({*next, Answer::kNone, "unsupported"});
  EXPECT_LT(tried.size(), kReleased.size());
  EXPECT_EQ(RangeOf(tried, "2.0").first_bad, "2.0");
}

TEST(VersionSearch, AGoodOneBetweenTwoBadEndsTheRange) {
  const VersionRange range = RangeOf(
      {{"1.1", Answer::kShows, ""}, {"1.4", Answer::kRight, ""}, {"1.8", Answer::kShows, ""}},
      "2.0");
  EXPECT_EQ(range.first_bad, "1.8");
  EXPECT_EQ(range.last_good, "1.4");
}

TEST(VersionSearch, TheOldestRightOneBehindTheNewestBadHasMendedIt) {
  const std::vector<TriedVersion> tried = {{"1.8", Answer::kRight, ""},
                                           {"1.2", Answer::kShows, ""},
                                           {"1.9", Answer::kRight, ""},
                                           {"1.4", Answer::kNone, ""}};
  const VersionRange range = RangeOf(tried, "1.1");
  EXPECT_EQ(range.newest_bad, "1.2");
  EXPECT_EQ(range.mended, "1.8");
  EXPECT_EQ(RangeOf(tried, "2.0").mended, "");
}

}  // namespace
}  // namespace assay::triage::locate
