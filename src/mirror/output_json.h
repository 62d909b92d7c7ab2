// One carried program as `assay mirror run --json` prints it, and as the store keeps it.
#pragma once

#include <nlohmann/json.hpp>

#include "mirror/run.h"

namespace assay::mirror {

nlohmann::json OutputJson(const Output& output);
nlohmann::json ScreenedOutJson(const Output& output);

}  // namespace assay::mirror
