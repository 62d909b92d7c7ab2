// The tables of `assay judge validate`, for people.
#pragma once

#include <nlohmann/json.hpp>

namespace assay::cli::judging {

// `out`: as --json prints it.
void PrintStudy(const nlohmann::json& out);

}  // namespace assay::cli::judging
