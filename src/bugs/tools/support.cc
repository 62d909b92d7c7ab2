#include "bugs/tools/support.h"

#include <algorithm>

#include "base/strings.h"
#include "bugs/tools/frontport.h"

namespace assay::bugs {

std::string WhyUnsupported(const Tool& tool, const GroundTruth& truth) {
  if (!tool.Takes(truth.library)) return StrCat(tool.name, " does not test ", truth.library);
  if (tool.aim == Aim::kOperator && truth.operators.empty())
    return "no ONNX operator is known to be at fault";
  if (tool.aim != Aim::kApi) return "";
  if (truth.apis.empty()) return "the database names no API";
  const bool known =
      std::ranges::any_of(truth.apis, [&](const std::string& api) { return tool.Knows(api); });
  return known ? "" : tool.name + " does not test this API";
}

std::string WhyNotReproduced(const Bug& bug, const RunOptions& options) {
  if (IsFrontported(bug)) {
    const auto run = RunFrontport(bug, true, options.unsafe);
    if (!run.ok()) return run.error().message;
    return run->exit_code == 0 ? "" : "its test does not pass: " + run->printed;
  }
  RunOptions one_side = options;
  one_side.both_sides = false;
  const auto run = RunTest(bug, one_side);
  if (!run.ok()) return run.error().message;
  if (run->outcome == Outcome::kReproduced) return "";
  return StrCat(OutcomeName(run->outcome), ": ", run->reason);
}

}  // namespace assay::bugs
