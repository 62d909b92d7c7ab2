// What `assay optbug` can do: one file each, one line each in actions.def.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "cli/action_group.h"

namespace assay::cli::optbug {

void PrintJson(const nlohmann::json& json);

}  // namespace assay::cli::optbug
