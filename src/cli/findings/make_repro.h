// A stand-alone reproduction of a finding.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "store/store.h"

namespace assay::cli::findings {

// Writes the text, runs it in a clean process of the target's own environment, and returns and
// keeps the fact "repro".
Result<nlohmann::json> MakeRepro(store::Store& store, const store::FindingRow& row,
                                 const std::vector<std::string>& backend_dirs);

}  // namespace assay::cli::findings
