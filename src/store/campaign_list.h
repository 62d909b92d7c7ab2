// All campaigns of one pipeline, for tables over many runs. Store itself goes on with the newest.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "store/rows.h"

namespace assay::store {

// The oldest first. `pipeline`: the "pipeline" of their config ("optbug"). An error when there is
// no file.
Result<std::vector<CampaignRow>> ListCampaigns(const std::string& path,
                                               const std::string& pipeline);

}  // namespace assay::store
