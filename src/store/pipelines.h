// Counts over campaigns: how many there are of each kind.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/result.h"

namespace assay::store {

// The "pipeline" of a config; "" when it has none.
std::string PipelineOf(const std::string& config);

// By the "pipeline" of their config, up to its first hyphen ("judge" of "judge-model"); "" for
// those of `assay fuzz`.
Result<std::map<std::string, int64_t>> CountPipelines(const std::string& path);

}  // namespace assay::store
