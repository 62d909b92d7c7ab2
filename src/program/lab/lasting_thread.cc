#include "program/lab/lasting_thread.h"

#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <thread>

namespace assay::program {
namespace {

struct Queue {
  std::mutex mutex;
  std::condition_variable filled;
  std::deque<std::packaged_task<void()>> tasks;
};

// Never destroyed: the thread looks at it until the very end.
Queue& TheQueue() {
  static Queue* const queue = [] {
    auto* made = new Queue();
    std::thread([made] {
      std::unique_lock<std::mutex> lock(made->mutex);
      while (true) {
        made->filled.wait(lock, [&] { return !made->tasks.empty(); });
        std::packaged_task<void()> task = std::move(made->tasks.front());
        made->tasks.pop_front();
        lock.unlock();
        task();
        lock.lock();
      }
    }).detach();
    return made;
  }();
  return *queue;
}

}  // namespace

void OnLastingThread(const std::function<void()>& work) {
  Queue& queue = TheQueue();
  std::packaged_task<void()> task(work);
  std::future<void> done = task.get_future();
  {
    const std::lock_guard<std::mutex> lock(queue.mutex);
    queue.tasks.push_back(std::move(task));
  }
  queue.filled.notify_one();
  done.get();
}

}  // namespace assay::program
