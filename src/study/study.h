// The study: runs all cells of the chosen parts that are not there yet, then presents what was
// measured.
//
// Cells that use all jobs themselves come first, one after the other; the others
// run `jobs` at a time. Each is a function of the settings and its name, so how many run at once
// does not matter, but for times and for where CPU time ends: a measurement that uses up its
// allowance ends early, and `cut` in the output names it.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "study/part.h"

namespace assay::study {

struct StudyOptions {
  Settings settings;
  std::vector<lab::Target> targets;
  std::vector<const PartDef*> parts;
  std::string folder;
  int jobs = 1;
  std::atomic<bool>* stop = nullptr;
  // Called from any thread, one at a time, before a cell starts and when it is done.
  std::function<void(const std::string& cell, size_t done, size_t all)> show;
};

// An error also when it was stopped; then the same call goes on.
Result<Output> RunStudy(const StudyOptions& options);

}  // namespace assay::study
