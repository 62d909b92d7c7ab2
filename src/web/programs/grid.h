// Tables as pages take them.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "base/grid.h"

namespace assay::web::programs {

// [{"title", "header", "rows"}].
nlohmann::json GridsAsJson(const std::vector<Grid>& grids);

}  // namespace assay::web::programs
