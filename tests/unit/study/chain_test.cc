#include "study/chain.h"

#include <gtest/gtest.h>

#include "study/settings.h"

namespace assay::study {
namespace {

ChainOptions OptionsFor(std::string_view name, int rounds) {
  ChainOptions out;
  out.mutators = MutatorsOf(name);
  out.rounds = rounds;
  return out;
}

TEST(Chain, AllOperatorsOfTheStudyAreThere) {
  for (const std::string_view name : kOperators) {
    const auto mutators = MutatorsOf(name);
    ASSERT_EQ(mutators.size(), 1u) << name;
    ASSERT_NE(mutators.front(), nullptr) << name;
    EXPECT_EQ(mutators.front()->name, name);
  }
  EXPECT_EQ(MutatorsOf(kGroup).size(), std::size(kOperators));
}

TEST(Chain, OrdersRiseByOneAndAreTheSameEachTime) {
  const auto seed = SubjectModel("lenet5-fashion");
  ASSERT_TRUE(seed.ok());
  std::vector<std::string> first, second;
  for (auto* out : {&first, &second}) {
    int order = 0;
    const ChainCounts counts = RunChain(*seed, OptionsFor("Group", 6), [&](const Link& link) {
      EXPECT_EQ(link.order, ++order);
      EXPECT_GE(link.round, link.order);
      out->push_back(link.prepared.subject.bytes);
      return true;
    });
    EXPECT_EQ(counts.illegal, 0);
    EXPECT_EQ(counts.mutants, static_cast<int64_t>(out->size()));
  }
  EXPECT_EQ(first, second);
  EXPECT_FALSE(first.empty());
}

TEST(Chain, UnconstrainedMutantsAreIllegalAtTimes) {
  const auto seed = SubjectModel("lenet5-fashion");
  ASSERT_TRUE(seed.ok());
  ChainOptions options = OptionsFor("LS", 20);
  EXPECT_EQ(RunChain(*seed, options).illegal, 0);
  options.unconstrained = true;
  const ChainCounts free = RunChain(*seed, options);
  EXPECT_GT(free.illegal, 0);
  EXPECT_GE(free.illegal, free.refused);
}

TEST(Chain, TheVisitorEndsIt) {
  const auto seed = SubjectModel("lenet5-fashion");
  ASSERT_TRUE(seed.ok());
  EXPECT_EQ(RunChain(*seed, OptionsFor("GF", 10), [](const Link&) { return false; }).mutants, 1);
}

TEST(Chain, RoundsAreScaledAndNeverNone) {
  EXPECT_EQ(RoundsFor("GF", 10, 0.5), 50);
  EXPECT_EQ(RoundsFor("LR", 10, 0.001), 1);
  EXPECT_EQ(RoundsFor("Group", 10, 1), 100);
}

}  // namespace
}  // namespace assay::study
