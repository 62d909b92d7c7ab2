#include "mirror/pairs/run.h"

#include <gtest/gtest.h>

namespace assay::mirror::pairs {
namespace {

TEST(RunPairs, TheBudgetDecidesHowManyPairsAreTaken) {
  EXPECT_EQ(SubjectsFor(0, 500), 500u);  // no budget
  EXPECT_EQ(SubjectsFor(70, 500), 10u);
  EXPECT_EQ(SubjectsFor(1, 500), 1u);
  EXPECT_EQ(SubjectsFor(7000, 5), 5u);
  EXPECT_EQ(SubjectsFor(7, 0), 0u);
}

TEST(RunPairs, NothingIsToldOfWhatWasNotBegun) {
  knowledge::ApiDoc from, to;
  const knowledge::Pair pair;
  RunOptions options;
  options.fuzz.should_stop = [] { return true; };
  size_t told = 0;
  const Status done =
      RunPairs({{&from, &to, &pair, nullptr, nullptr, ""}}, options, [&](const SubjectReport&) {
        ++told;
        return Status();
      });
  EXPECT_TRUE(done.ok());
  EXPECT_EQ(told, 0u);
}

}  // namespace
}  // namespace assay::mirror::pairs
