// Runs the node tests on the reference.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::conform {

struct TestResult {
  std::string name;
  bool passed = false;
  std::string reason;           // when not passed
  int64_t outside_bound = 0;    // see Comparison
  double evaluate_seconds = 0;  // CPU time of type inference and evaluation, without reading files
};

struct Report {
  std::string target;
  std::vector<TestResult> results;
  double evaluate_seconds() const;
  size_t passed() const;
};

// `progress` is called after each test with its index and the total; it may be empty.
Result<Report> RunOnReference(const std::string& tests_dir, const std::string& filter,
                              const std::function<void(size_t, size_t)>& progress);

}  // namespace assay::conform
