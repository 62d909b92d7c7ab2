#include "base/rng.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <set>

namespace assay {
namespace {

TEST(Rng, SameSeedSameSequence) {
  Rng a(7), b(7), c(8);
  bool differs = false;
  for (int i = 0; i < 100; ++i) {
    const uint64_t x = a.Next();
    EXPECT_EQ(x, b.Next());
    differs |= x != c.Next();
  }
  EXPECT_TRUE(differs);
}

// A campaign is repeated from its seed years later: the sequence itself must never change.
// Expected: splitmix64 from 0 into xoshiro256**, by the published reference code.
TEST(Rng, SequenceIsTheReferenceOne) {
  Rng rng(0);
  EXPECT_EQ(rng.Next(), 0x99ec5f36cb75f2b4u);
  EXPECT_EQ(rng.Next(), 0xbf6e1f784956452au);
}

TEST(Rng, IntCoversTheWholeRange) {
  Rng rng(1);
  std::set<int64_t> seen;
  for (int i = 0; i < 1000; ++i) {
    const int64_t n = rng.Int(-3, 3);
    ASSERT_GE(n, -3);
    ASSERT_LE(n, 3);
    seen.insert(n);
  }
  EXPECT_EQ(seen.size(), 7u);
  EXPECT_EQ(rng.Int(5, 5), 5);
}

TEST(Rng, IntTakesExtremeRanges) {
  Rng rng(2);
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min(),
                    kMax = std::numeric_limits<int64_t>::max();
  bool negative = false, positive = false;
  for (int i = 0; i < 100; ++i) {
    const int64_t n = rng.Int(kMin, kMax);
    (n < 0 ? negative : positive) = true;
    EXPECT_GE(rng.Int(kMax - 1, kMax), kMax - 1);
  }
  EXPECT_TRUE(negative && positive);
}

// With three quarters of 2^64 as range, a plain remainder would hit the lowest third twice as
// often.
TEST(Rng, IntIsUniformOverLargeRanges) {
  Rng rng(3);
  const int64_t lo = std::numeric_limits<int64_t>::min();
  const int64_t third = int64_t{1} << 62;
  std::array<int, 3> hits{};
  for (int i = 0; i < 9000; ++i) {
    const uint64_t offset =
        static_cast<uint64_t>(rng.Int(lo, third - 1)) - static_cast<uint64_t>(lo);
    ++hits[offset / static_cast<uint64_t>(third)];
  }
  for (const int hit : hits) EXPECT_NEAR(hit, 3000, 250);
}

TEST(Rng, UnitAndNormalHaveTheRightMoments) {
  Rng rng(4);
  double sum = 0, normal_sum = 0, normal_squares = 0;
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) {
    const double u = rng.Unit();
    ASSERT_GE(u, 0);
    ASSERT_LT(u, 1);
    sum += u;
    const double n = rng.Normal();
    ASSERT_TRUE(std::isfinite(n));
    normal_sum += n;
    normal_squares += n * n;
  }
  EXPECT_NEAR(sum / kDraws, 0.5, 0.02);
  EXPECT_NEAR(normal_sum / kDraws, 0, 0.05);
  EXPECT_NEAR(normal_squares / kDraws, 1, 0.05);
}

TEST(Rng, SplitGivesAnotherSequenceAndPickAMember) {
  Rng rng(5);
  Rng other = rng.Split();
  EXPECT_NE(rng.Next(), other.Next());
  const std::array<int, 3> items{10, 20, 30};
  for (int i = 0; i < 50; ++i) EXPECT_EQ(rng.Pick(std::span<const int>(items)) % 10, 0);
}

TEST(RngDeathTest, EmptyRangeIsOurMistake) { EXPECT_DEATH(Rng(0).Int(2, 1), "2 > 1"); }

}  // namespace
}  // namespace assay
