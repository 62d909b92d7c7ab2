// What `assay judge` prints at its end.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace assay::cli::judging {

// `summary`: as --json prints it.
void PrintSummary(const nlohmann::json& summary, const std::string& store);

}  // namespace assay::cli::judging
