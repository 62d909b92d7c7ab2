// Whether what a tool found is the bug that it was set on.
//
// A tool is not flattered: the same API (or ONNX operator), the same manifestation, of exceptions
// the same type or the message that the bug's notes ask for. Where a fixed version is known the
// finding must be gone there as well (session.h looks).
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "bugs/database/bug.h"
#include "bugs/tools/ground_truth.h"
#include "bugs/tools/score.h"
#include "bugs/tools/tool_finding.h"
#include "bugs/tools/tool_report.h"

namespace assay::bugs {

struct Matched {
  bool same = false;
  std::string reason;  // why not
};

Matched Match(const GroundTruth& truth, const ToolFinding& finding);

// Whether it speaks of the bug's API or operator at all.
bool SamePlace(const GroundTruth& truth, const ToolFinding& finding);

// Whether what a tool found has what triggers the bug, where the database says it: triggers.toml
// beside its tables holds regular expressions over the text form of models
// (docs/reference/formats.md).
//
//   [onnxruntime]
//   reduce-noop-empty-axes = 'noop_with_empty_axes=1'
//
// An operator may have several bugs that show in the same way and are all mended by now: a model in
// which what triggers the bug is not to be found shows another one.

// The smallest model that a store has of a finding, as bytes of ONNX; "" when it has none.
Result<std::string> SmallestModel(const std::string& store, const std::string& finding);

// Why `model` (bytes of ONNX) shows another bug than this one; "": nothing speaks against it.
std::string OtherTrigger(const Bug& bug, const std::string& model);

// Postprocess: whether what a tool told holds the bug that it was to find.
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
