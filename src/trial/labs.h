// The program labs of one thread: one per environment, opened when it is first needed.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "program/lab/program_lab.h"

namespace assay::trial {

class Labs {
 public:
  explicit Labs(bool unsafe) : unsafe_(unsafe) {}
  // In a child of a warm process; `cold`: in a process of its own. `slow`: it may take minutes.
  // `watch`: tells which APIs are called, which takes as long again as most programs.
  Result<program::ProgramOutcome> Run(const std::string& environment, const std::string& program,
                                      bool slow, bool cold = false, bool watch = true);

 private:
  bool unsafe_;
  std::map<std::string, program::ProgramLab> warm_;
};

// What is installed: "2.13.0"; "" when it does not say.
std::string InstalledVersion(const std::string& framework, const std::string& environment,
                             bool unsafe);

// LabThreads: threads that live as long as it does, each with program labs of its own.
//
// A lab's server ends with the thread that started it, so threads that come and go would lose
// theirs.
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
