// Makes Python environments one after the other, in a thread of its own, while something else runs.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"

namespace assay::lab {

class EnvironmentQueue {
 public:
  // Makes one; returns soon with any error once `stop` is set.
  using Make = std::function<Status(const std::string& name, const std::atomic<bool>& stop)>;

  EnvironmentQueue(std::vector<std::string> names, Make make);
  // What is being made is given up.
  ~EnvironmentQueue();
  EnvironmentQueue(const EnvironmentQueue&) = delete;
  EnvironmentQueue& operator=(const EnvironmentQueue&) = delete;

  // Those that were made since the last call.
  std::vector<std::string> TakeMade();
  // "making torch (2 of 5)", then which could not be made; "" when nothing is to be said.
  std::string Words() const;
  // Neither made nor failed yet.
  std::vector<std::string> Left() const;

 private:
  void Work();

  const std::vector<std::string> names_;
  const Make make_;
  std::atomic<bool> stop_ = false;
  mutable std::mutex mutex_;
  size_t done_ = 0;  // of names_, made or failed
  std::vector<std::string> made_, failed_;
  std::thread thread_;
};

}  // namespace assay::lab
