// Whether what a tool found is the bug that it was set on.
//
// A tool is not flattered: the same API (or ONNX operator), the same manifestation, of exceptions
// the same type or the message that the bug's notes ask for. Where a fixed version is known the
// finding must be gone there as well (session.h looks).
#pragma once

#include <string>

#include "bugs/tools/ground_truth.h"
#include "bugs/tools/tool_finding.h"

namespace assay::bugs {

struct Matched {
  bool same = false;
  std::string reason;  // why not
};

Matched Match(const GroundTruth& truth, const ToolFinding& finding);

// Whether it speaks of the bug's API or operator at all.
bool SamePlace(const GroundTruth& truth, const ToolFinding& finding);

}  // namespace assay::bugs
