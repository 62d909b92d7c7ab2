// Which targets a command line means.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "lab/registry.h"

namespace assay::lab {

struct TargetChoice {
  bool reference = false;
  std::vector<Target> targets;
};

// `names`: comma-separated; "": the reference and every listed target that is ready. Environments
// are made on first use: those of a named target, and ONNX Runtime's where nothing is named and no
// framework is ready. A named target that is not ready then is an error with its reason and remedy.
Result<TargetChoice> ChooseTargets(const std::string& names,
                                   const std::vector<std::string>& backend_dirs);

// What a campaign of a stage with modes of its own runs in place of `choice`: every mode of the
// stage that its frameworks have and that is ready; a mode of the stage that was named is taken
// alone. `notes` tells what is left out and why. An error when nothing is left.
Result<TargetChoice> ChooseForStage(const TargetChoice& choice, const std::string& stage,
                                    const std::vector<std::string>& backend_dirs,
                                    std::vector<std::string>& notes);

// Worker processes that this machine runs well at once.
int DefaultJobs();

}  // namespace assay::lab
