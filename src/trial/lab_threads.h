// LabThreads: threads that live as long as it does, each with program labs of its own.
//
// A lab's server ends with the thread that started it, so threads that come and go would lose
// theirs.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "trial/labs.h"

namespace assay::trial {

class LabThreads {
 public:
  using Work = std::function<Status(size_t index, Labs& labs)>;

  LabThreads(int jobs, bool unsafe);
  ~LabThreads();

  // Does `work` for every index below `count`; returns when all is done, with the first error.
  Status Do(size_t count, const Work& work);

 private:
  void Loop(bool unsafe);

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  const Work* work_ = nullptr;
  size_t next_ = 0, count_ = 0, left_ = 0;
  bool over_ = false;
  Status failed_;
  std::vector<std::thread> threads_;
};

}  // namespace assay::trial
