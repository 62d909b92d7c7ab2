// Whether a tool can look for a bug at all, and whether the bug shows here.
#pragma once

#include <string>

#include "bugs/database/bug.h"
#include "bugs/run/run_test.h"
#include "bugs/tools/ground_truth.h"
#include "bugs/tools/tool.h"

namespace assay::bugs {

// Why the tool cannot look for it; "": it can.
std::string WhyUnsupported(const Tool& tool, const GroundTruth& truth);

// Why the bug does not show in its environment; "": it does. Only the buggy side is run.
std::string WhyNotReproduced(const Bug& bug, const RunOptions& options);

}  // namespace assay::bugs
