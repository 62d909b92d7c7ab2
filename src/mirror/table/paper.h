// The paper's own figures, to be set beside ours: data/mirror/paper.toml.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "base/result.h"

namespace assay::mirror {

// Every table of the file as a list of objects by its name, and "figures" as one object.
// An error names the file and the place, or the table that is missing.
Result<nlohmann::json> LoadPaper(const std::string& path = "");

}  // namespace assay::mirror
