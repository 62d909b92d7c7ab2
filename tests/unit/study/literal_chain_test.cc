#include "study/literal_chain.h"

#include <gtest/gtest.h>

namespace assay::study {
namespace {

ChainOptions LiteralOptions(std::string_view name, int rounds) {
  ChainOptions out;
  out.mutators = MutatorsOf(name);
  out.rounds = rounds;
  return out;
}

TEST(LiteralChain, VisitsWhatTheCheckerAcceptsAndCountsTheRest) {
  const auto seed = SubjectModel("lenet5-fashion");
  ASSERT_TRUE(seed.ok());
  int64_t visited = 0;
  const ChainCounts counts =
      RunLiteralChain(*seed, LiteralOptions("PM", 20), [&](const LiteralLink& link) {
        ++visited;
        EXPECT_FALSE(link.prepared.subject.bytes.empty());
        return Fate();
      });
  EXPECT_GT(visited, 0);
  EXPECT_EQ(visited + counts.refused, counts.mutants);
  EXPECT_GT(counts.illegal, 0);
  EXPECT_GE(counts.illegal, counts.refused);
}

TEST(LiteralChain, WhatFailsEverywhereIsIllegalAndNotBuiltUpon) {
  const auto seed = SubjectModel("lenet5-fashion");
  ASSERT_TRUE(seed.ok());
  const ChainCounts counts =
      RunLiteralChain(*seed, LiteralOptions("GF", 5), [](const LiteralLink& link) {
        EXPECT_EQ(link.order, 1);
        return Fate{.ran = false};
      });
  EXPECT_EQ(counts.mutants, 5);
  EXPECT_EQ(counts.illegal, 5);
}

TEST(LiteralChain, IsTheSameEachTimeAndEndsWhenTold) {
  const auto seed = SubjectModel("lenet5-fashion");
  ASSERT_TRUE(seed.ok());
  std::vector<std::string> first, second;
  for (auto* out : {&first, &second}) {
    RunLiteralChain(*seed, LiteralOptions("Group", 8), [&](const LiteralLink& link) {
      out->push_back(link.prepared.subject.bytes);
      return Fate{.enough = out->size() == 3};
    });
  }
  EXPECT_EQ(first.size(), 3u);
  EXPECT_EQ(first, second);
}

}  // namespace
}  // namespace assay::study
