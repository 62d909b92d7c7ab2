// assay bugs run-tests --dry-run: what could be run here, without installing anything.
#pragma once

#include <vector>

#include "bugs/run/run_test.h"

namespace assay::cli::bugs {

// Prints a line per bug and the counts; returns the exit code.
int PlanTests(const std::vector<const assay::bugs::Bug*>& bugs,
              const assay::bugs::RunOptions& options, bool print_json);

}  // namespace assay::cli::bugs
