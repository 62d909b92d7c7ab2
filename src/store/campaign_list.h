// All campaigns of one pipeline, for tables over many runs. Store itself goes on with the newest.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/rows.h"

namespace assay::store {

// The oldest first. `pipeline`: the "pipeline" of their config ("optbug"). An error when there is
// no file.
Result<std::vector<CampaignRow>> ListCampaigns(const std::string& path,
                                               const std::string& pipeline);

// The "pipeline" of a config; "" when it has none.
std::string PipelineOf(const std::string& config);

// By the "pipeline" of their config, up to its first hyphen ("judge" of "judge-model"); "" for
// those of `assay fuzz`.
Result<std::map<std::string, int64_t>> CountPipelines(const std::string& path);

}  // namespace assay::store
