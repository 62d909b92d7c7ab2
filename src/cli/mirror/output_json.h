// One carried program as `assay mirror run --json` prints it, and as the store keeps it.
#pragma once

#include <nlohmann/json.hpp>

#include "mirror/run.h"

namespace assay::cli::mirror {

nlohmann::json OutputJson(const assay::mirror::Output& output);
nlohmann::json ScreenedOutJson(const assay::mirror::Output& output);

}  // namespace assay::cli::mirror
