// The server for programs that compile, started beside programs that do not.
//
// It takes as long as a dozen of them (thousands of modules, precompiled headers): nobody should
// wait for it as long as there is other work.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "mirror/check/runner.h"

namespace assay::mirror {

class EarlyCompiler {
 public:
  static constexpr const char* kFramework = "torch";
  static bool Wanted(const std::string& text) {
    return text.find("torch.compile") != std::string::npos;
  }

  explicit EarlyCompiler(const RunnerOptions& options) : options_(options) {}
  ~EarlyCompiler();

  // Starts it once a program of the framework really ran, and `count` says that several will want
  // it. Any thread; asks only once.
  void Consider(const std::vector<RunCost>& spent, const std::function<int()>& count);
  // It runs, or is not wanted. False until a program of the framework ran.
  bool settled() const { return settled_; }

 private:
  RunnerOptions options_;
  std::once_flag asked_;
  std::atomic<bool> settled_ = false;
  std::thread thread_;
  std::vector<Runner> labs_;  // one; labs of all threads share the server as long as it is there
};

}  // namespace assay::mirror
