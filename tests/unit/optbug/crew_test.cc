#include "optbug/crew.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>

namespace assay::optbug {
namespace {

TEST(Crew, EveryIndexOnceAndThreadsStay) {
  Crew crew(3, false);
  std::set<std::thread::id> threads;
  std::mutex mutex;
  for (int round = 0; round < 20; ++round) {
    std::vector<std::atomic<int>> seen(17);
    const Status done = crew.Do(seen.size(), [&](size_t i, Labs&) -> Status {
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

TEST(Crew, AnErrorIsToldAndTheNextRoundIsFree) {
  Crew crew(2, false);
  const Status bad = crew.Do(5, [](size_t i, Labs&) -> Status {
    if (i == 3) return Invalid("three");
    return {};
  });
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().message, "three");
  EXPECT_TRUE(crew.Do(2, [](size_t, Labs&) -> Status { return {}; }).ok());
  EXPECT_TRUE(crew.Do(0, [](size_t, Labs&) -> Status { return Invalid("never"); }).ok());
}

}  // namespace
}  // namespace assay::optbug
