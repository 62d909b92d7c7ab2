// What `assay mirror pairs` prints for people.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace assay::cli::mirror {

void PrintPairs(const nlohmann::json& summary, const std::string& store);

}  // namespace assay::cli::mirror
