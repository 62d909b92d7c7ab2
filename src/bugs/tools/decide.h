// Postprocess: whether what a tool told holds the bug that it was to find.
#pragma once

#include <functional>
#include <string>

#include "bugs/tools/ground_truth.h"
#include "bugs/tools/score.h"
#include "bugs/tools/tool_report.h"

namespace assay::bugs {

struct Decision {
  Score score = Score::kNotRun;
  std::string reason;   // one line; "" when found
  std::string finding;  // id of what matched
  double seconds = -1;  // until it was found; < 0: not told
};

// Why a finding that matches is not the bug after all; "": it is.
using Doubt = std::function<std::string(const ToolFinding&)>;

// Whether a tool that refuses to work does so because of this bug.
bool RefusedFor(const GroundTruth& truth, const ToolReport& told);

// `doubt` is asked of findings that match only.
Decision Decide(const GroundTruth& truth, const ToolReport& told, const Doubt& doubt);

}  // namespace assay::bugs
