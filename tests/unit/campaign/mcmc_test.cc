#include "campaign/mcmc.h"

#include <gtest/gtest.h>

#include <cmath>

namespace assay::campaign {
namespace {

// With r = 1 - p rank k comes up in proportion to r^k * sum over j of min(1, r^(j - k)); worked out
// for three operators and r = 0.6: 1 * 1.96, 0.6 * 2.6, 0.36 * 3.
TEST(Mcmc, TheLongRunPrefersTheBest) {
  const std::vector<double> scores = {0.1, 0.9, 0.5};  // ranks 2, 0, 1
  constexpr double kP = 0.4;
  constexpr int kDraws = 60000;
  Rng rng(1);
  int last = -1;
  std::vector<double> share(3, 0);
  for (int i = 0; i < kDraws; ++i) {
    last = static_cast<int>(NextOperator(scores, last, kP, rng));
    share[static_cast<size_t>(last)] += 1.0 / kDraws;
  }
  const double total = 1.96 + 1.56 + 1.08;
  EXPECT_NEAR(share[1], 1.96 / total, 0.02);
  EXPECT_NEAR(share[2], 1.56 / total, 0.02);
  EXPECT_NEAR(share[0], 1.08 / total, 0.02);
}

TEST(Mcmc, OneOperatorIsAlwaysTaken) {
  Rng rng(1);
  EXPECT_EQ(NextOperator({0}, 0, 1, rng), 0u);
  EXPECT_EQ(NextOperator({0}, -1, 1, rng), 0u);
}

TEST(Mcmc, RouletteFollowsTheWeights) {
  Rng rng(2);
  int first = 0;
  for (int i = 0; i < 10000; ++i) first += DrawWeighted({3, 0, 1}, rng) == 0 ? 1 : 0;
  EXPECT_NEAR(first, 7500, 200);
}

}  // namespace
}  // namespace assay::campaign
