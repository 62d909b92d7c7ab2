// A run of `assay mirror run` for people.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace assay::cli::mirror {

void PrintRun(const nlohmann::json& summary);

}  // namespace assay::cli::mirror
