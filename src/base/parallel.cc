#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace assay {

void InParallel(size_t jobs, const std::function<void()>& work) {
  std::vector<std::thread> threads;
  for (size_t i = 1; i < jobs; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
}

void ForEachIndex(size_t count, size_t jobs, const std::function<void(size_t)>& work) {
  std::atomic<size_t> next = 0;
  InParallel(std::min(jobs, count), [&] {
    for (size_t i = next++; i < count; i = next++) work(i);
  });
}

}  // namespace assay
