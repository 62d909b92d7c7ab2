#include "triage/locate/cure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace assay::triage::locate {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Names Numbered(int count) {
  Names out;
  for (int i = 0; i < count; ++i) out.push_back("p" + std::to_string(i));
  return out;
}

bool Has(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

TEST(Cure, OneCulpritIsFoundByHalving) {
  const auto cure = FindCure(Numbered(100), false, [](const Names& off) -> Result<Answer> {
    return Has(off, "p77") ? Answer::kRight : Answer::kShows;
  });
  ASSERT_TRUE(cure.ok());
  EXPECT_THAT(cure->minimal, ElementsAre("p77"));
  EXPECT_LE(cure->tries, 16);  // two per halving of a hundred, and all of them
}

TEST(Cure, TwoThatAreNeededTogether) {
  const auto cure = FindCure(Numbered(40), true, [](const Names& off) -> Result<Answer> {
    return Has(off, "p3") && Has(off, "p31") ? Answer::kRight : Answer::kShows;
  });
  ASSERT_TRUE(cure.ok());
  EXPECT_THAT(cure->minimal, ElementsAre("p3", "p31"));
  EXPECT_THAT(cure->alone, IsEmpty());
}

TEST(Cure, AllThatAreEnoughByThemselves) {
  const auto cure = FindCure(Numbered(9), true, [](const Names& off) -> Result<Answer> {
    return Has(off, "p2") || Has(off, "p5") ? Answer::kRight : Answer::kShows;
  });
  ASSERT_TRUE(cure.ok());
  EXPECT_THAT(cure->alone, ElementsAre("p2", "p5"));
}

TEST(Cure, NothingIsBlamedWhenAllOffStillShowsIt) {
  const auto cure =
      FindCure(Numbered(50), true, [](const Names&) -> Result<Answer> { return Answer::kShows; });
  ASSERT_TRUE(cure.ok());
  EXPECT_THAT(cure->minimal, IsEmpty());
  EXPECT_EQ(cure->tries, 1);
}

// A framework may need some of its passes: without them nothing runs, which clears nobody.
TEST(Cure, AFailureOfAnotherKindIsNoCure) {
  const auto cure = FindCure(Numbered(8), false, [](const Names& off) -> Result<Answer> {
    if (Has(off, "p0")) return Answer::kOther;
    return Has(off, "p6") ? Answer::kRight : Answer::kShows;
  });
  ASSERT_TRUE(cure.ok());
  EXPECT_EQ(cure->all, Answer::kOther);
  EXPECT_THAT(cure->alone, ElementsAre("p6"));
  EXPECT_THAT(cure->minimal, ElementsAre("p6"));
}

TEST(Cure, AnErrorEndsTheSearch) {
  EXPECT_FALSE(FindCure(Numbered(3), true, [](const Names&) -> Result<Answer> {
                 return Invalid("interrupted");
               }).ok());
}

}  // namespace
}  // namespace assay::triage::locate
