// The tables of `assay judge validate`, for people.
#pragma once

#include <nlohmann/json.hpp>

namespace assay::cli::judging {

// `out`: as --json prints it.
void PrintStudy(const nlohmann::json& out);

// The paper's figures, as --json prints them.
nlohmann::json PaperJson();

}  // namespace assay::cli::judging
