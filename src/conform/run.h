// Runs the node tests on the reference or on a target.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "graph/graph.h"
#include "lab/lab.h"

namespace assay::conform {

struct TestResult {
  std::string name;
  bool passed = false;
  bool unsupported = false;     // not passed, but a stated gap rather than a failure
  std::string status;           // on targets: "ok", "unsupported", "failed", "crash", "different" …
  std::string reason;           // when not passed
  int64_t outside_bound = 0;    // see Comparison
  double evaluate_seconds = 0;  // CPU time of type inference and evaluation, without reading files
};

struct Report {
  std::string target;
  std::vector<TestResult> results;
  double evaluate_seconds() const;
  size_t passed() const;
  size_t unsupported() const;
};

// `progress` is called after each test with its index and the total; it may be empty.
Result<Report> RunOnReference(const std::string& tests_dir, const std::string& filter,
                              const std::function<void(size_t, size_t)>& progress);

// The same on `target` with `jobs` workers at once. A test passes when every output agrees with the
// stored one, or lies within the certified bounds (some stored values are less exact than those).
Result<Report> RunOnTarget(const std::string& tests_dir, const std::string& filter,
                           const lab::Target& target, lab::Lab& lab, int jobs,
                           const std::function<void(size_t, size_t)>& progress);

// Dropout in training draws its mask, but all it can give lies in the bounds.
bool TrainsDropout(const Graph& graph);

}  // namespace assay::conform
