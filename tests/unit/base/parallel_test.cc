#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace assay::parallel_test {

TEST(Parallel, EveryIndexOnce) {
  for (const size_t jobs : {0, 1, 3, 200}) {
    std::vector<std::atomic<int>> seen(100);
    ForEachIndex(seen.size(), jobs, [&](size_t i) { ++seen[i]; });
    for (const auto& count : seen) EXPECT_EQ(count, 1);
  }
  ForEachIndex(0, 4, [](size_t) { FAIL(); });
}

TEST(Parallel, TheCallerTakesPart) {
  std::mutex mutex;
  std::multiset<std::thread::id> ids;
  InParallel(4, [&] {
    const std::lock_guard lock(mutex);
    ids.insert(std::this_thread::get_id());
  });
  EXPECT_EQ(ids.size(), 4u);
  EXPECT_EQ(ids.count(std::this_thread::get_id()), 1u);
}

}  // namespace assay::parallel_test
