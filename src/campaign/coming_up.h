// Which targets of a campaign come up at all: a process that never starts answers nothing, and a
// campaign on it would run to its end without a case.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "campaign/campaign.h"
#include "lab/lab.h"

namespace assay::campaign {

// Those of `targets` of which a worker starts; `notes` says which are left out and why. An error
// with a remedy when there were some and none is left.
Result<std::vector<lab::Target>> ThoseThatComeUp(const std::vector<lab::Target>& targets,
                                                 lab::Lab& lab, const Hooks& hooks,
                                                 std::vector<std::string>& notes);

}  // namespace assay::campaign
