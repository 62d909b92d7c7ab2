// Which targets a command line means.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "lab/registry.h"

namespace assay::cli {

struct TargetChoice {
  bool reference = false;
  std::vector<lab::Target> targets;
};

// `names`: comma-separated; "": the reference and every listed target that is ready. A named target
// that is not ready is an error with its reason and remedy.
Result<TargetChoice> ChooseTargets(const std::string& names,
                                   const std::vector<std::string>& backend_dirs);

// Worker processes that this machine runs well at once.
int DefaultJobs();

}  // namespace assay::cli
