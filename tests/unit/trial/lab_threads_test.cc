#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "trial/labs.h"

namespace assay::trial {
namespace {

TEST(LabThreads, EveryIndexOnceAndThreadsStay) {
  LabThreads pool(3, false);
  std::set<std::thread::id> threads;
  std::mutex mutex;
  for (int round = 0; round < 20; ++round) {
    std::vector<std::atomic<int>> seen(17);
    const Status done = pool.Do(seen.size(), [&](size_t i, Labs&) -> Status {
      ++seen[i];
      const std::lock_guard<std::mutex> lock(mutex);
      threads.insert(std::this_thread::get_id());
      return {};
    });
    EXPECT_TRUE(done.ok());
    for (const auto& count : seen) EXPECT_EQ(count, 1);
  }
  EXPECT_LE(threads.size(), 3u);
}

TEST(LabThreads, AnErrorIsToldAndTheNextRoundIsFree) {
  LabThreads pool(2, false);
  const Status bad = pool.Do(5, [](size_t i, Labs&) -> Status {
    if (i == 3) return Invalid("three");
    return {};
  });
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().message, "three");
  EXPECT_TRUE(pool.Do(2, [](size_t, Labs&) -> Status { return {}; }).ok());
  EXPECT_TRUE(pool.Do(0, [](size_t, Labs&) -> Status { return Invalid("never"); }).ok());
}

}  // namespace
}  // namespace assay::trial
