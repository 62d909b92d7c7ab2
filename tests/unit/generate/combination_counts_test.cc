#include <gtest/gtest.h>

#include "cases.h"
#include "generate/combinations.h"

namespace assay::generate {
namespace {

CombinationCounts Counted() {
  CombinationCounts counts;
  const uint64_t once[] = {7, UINT64_MAX, 0}, again[] = {7};
  EXPECT_EQ(counts.Add(once), 3);
  EXPECT_EQ(counts.Add(again), 0);
  return counts;
}

TEST(CombinationCounts, Counts) {
  const CombinationCounts counts = Counted();
  EXPECT_EQ(counts.size(), 3u);
  EXPECT_EQ(counts.Count(7), 2u);
  EXPECT_EQ(counts.Count(0), 1u);
  EXPECT_EQ(counts.Count(8), 0u);
}

TEST(CombinationCounts, AreReadBack) {
  const std::string bytes = Counted().Save();
  const auto loaded = CombinationCounts::Load(bytes);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_EQ(loaded->size(), 3u);
  EXPECT_EQ(loaded->Count(7), 2u);
  EXPECT_EQ(loaded->Count(UINT64_MAX), 1u);
  EXPECT_EQ(loaded->Save(), bytes);
  EXPECT_TRUE(CombinationCounts::Load(CombinationCounts().Save()).ok());
}

TEST(CombinationCounts, RejectGarbage) {
  const std::string bytes = Counted().Save();
  EXPECT_FALSE(CombinationCounts::Load("").ok());
  EXPECT_FALSE(CombinationCounts::Load("assaycc1").ok());
  EXPECT_FALSE(CombinationCounts::Load(bytes + "x").ok());
  for (size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_FALSE(CombinationCounts::Load(bytes.substr(0, i)).ok()) << i;
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(CombinationCounts::Load(changed).ok()) << i;
  }
}

size_t DistinctAfter(int graphs, bool steered) {
  Rng rng(5);
  CombinationCounts counts;
  GraphOptions options{.nodes = 5};
  if (steered) options.seen = &counts;
  for (int i = 0; i < graphs; ++i)
    if (const auto test = RandomGraph(rng, options)) counts.Add(Combinations(test->model.graph));
  return counts.size();
}

// Why the generator is given the counts: rare combinations come sooner.
TEST(CombinationCounts, SteerTowardsTheRare) {
  const size_t plain = DistinctAfter(3000, false), steered = DistinctAfter(3000, true);
  std::printf("distinct combinations after 3000 graphs: %zu, steered %zu\n", plain, steered);
  EXPECT_GT(static_cast<double>(steered), 1.2 * static_cast<double>(plain));
}

}  // namespace
}  // namespace assay::generate
