// The stand-alone reproduction of a finding, made and kept in the store.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "store/store.h"

namespace assay::cli::findings {

// Writes the file for the smallest case, runs it in a clean process of the target's environment,
// keeps the fact "repro" and returns it. An error: no case, or a target that is not there. That no
// file can be written is no error: the fact says "why_not".
Result<nlohmann::json> MakeRepro(store::Store& store, const store::FindingRow& row,
                                 const std::vector<std::string>& backend_dirs);

}  // namespace assay::cli::findings
