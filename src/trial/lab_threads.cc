#include "trial/lab_threads.h"

#include <algorithm>

namespace assay::trial {

LabThreads::LabThreads(int jobs, bool unsafe) {
  for (int i = 0; i < std::max(jobs, 1); ++i)
    threads_.emplace_back([this, unsafe] { Loop(unsafe); });
}

LabThreads::~LabThreads() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    over_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

Status LabThreads::Do(size_t count, const Work& work) {
  if (count == 0) return {};
  std::unique_lock<std::mutex> lock(mutex_);
  work_ = &work;
  next_ = 0;
  count_ = left_ = count;
  failed_ = {};
  wake_.notify_all();
  done_.wait(lock, [&] { return left_ == 0; });
  work_ = nullptr;
  return failed_;
}

void LabThreads::Loop(bool unsafe) {
  Labs labs(unsafe);
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return over_ || (work_ != nullptr && next_ < count_); });
    if (over_) return;
    const size_t index = next_++;
    const Work* work = work_;
    lock.unlock();
    const Status done = (*work)(index, labs);
    lock.lock();
    if (!done.ok() && failed_.ok()) failed_ = done;
    if (--left_ == 0) done_.notify_all();
  }
}

}  // namespace assay::trial
