#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/rng.h"
#include "optbug/distance/places.h"

namespace assay::optbug {
namespace {

// All permutations of the longer side.
int BruteForce(const std::vector<std::vector<int>>& cost, size_t rows, size_t columns) {
  const size_t shorter = std::min(rows, columns), longer = std::max(rows, columns);
  std::vector<size_t> order(longer);
  std::iota(order.begin(), order.end(), 0);
  int best = 1 << 20;
  do {
    int sum = static_cast<int>(longer - shorter) * kUnmatched;
    for (size_t i = 0; i < shorter; ++i)
      sum += rows <= columns ? cost[i][order[i]] : cost[order[i]][i];
    best = std::min(best, sum);
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

TEST(Matching, TakesTheCheapestPairs) {
  EXPECT_EQ(MatchingCost({{0, 3}, {3, 0}}, 2, 2), 0);
  EXPECT_EQ(MatchingCost({{3, 0}, {0, 3}}, 2, 2), 0);  // the order of the entries does not count
  EXPECT_EQ(MatchingCost({{2, 1}, {1, 5}}, 2, 2), 2);
}

TEST(Matching, CountsWhatIsLeftOver) {
  EXPECT_EQ(MatchingCost({{4, 0, 4}}, 1, 3), 2 * kUnmatched);
  EXPECT_EQ(MatchingCost({{4}, {1}}, 2, 1), 1 + kUnmatched);
  EXPECT_EQ(MatchingCost({}, 0, 3), 3 * kUnmatched);
  EXPECT_EQ(MatchingCost({{}, {}}, 2, 0), 2 * kUnmatched);
  EXPECT_EQ(MatchingCost({}, 0, 0), 0);
}

TEST(Matching, AgreesWithTryingEverything) {
  Rng rng(7);
  for (int round = 0; round < 300; ++round) {
    const auto rows = static_cast<size_t>(rng.Int(1, 5));
    const auto columns = static_cast<size_t>(rng.Int(1, 5));
    std::vector<std::vector<int>> cost(rows, std::vector<int>(columns));
    for (auto& row : cost)
      for (int& entry : row) entry = static_cast<int>(rng.Int(0, 6));
    ASSERT_EQ(MatchingCost(cost, rows, columns), BruteForce(cost, rows, columns)) << round;
  }
}

}  // namespace
}  // namespace assay::optbug
