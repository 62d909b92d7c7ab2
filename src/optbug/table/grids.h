// The tables of runs and of the paper, ready to be shown.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "base/grid.h"

namespace assay::optbug {

// `all`: what MakeTables made. The first column says where a row comes from.
std::vector<Grid> GridsOf(const nlohmann::json& all);

}  // namespace assay::optbug
