// What `assay locate` has found out, for people.
#pragma once

#include <nlohmann/json.hpp>

#include "lab/registry.h"
#include "store/rows.h"

namespace assay::cli {

void PrintLocation(const store::FindingRow& row, const lab::Target& target,
                   const nlohmann::json& location);

}  // namespace assay::cli
