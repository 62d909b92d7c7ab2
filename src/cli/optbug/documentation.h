// What frameworks document of their optimisers, for prompts.
#pragma once

#include <string>
#include <vector>

#include "optbug/model/prompts.h"

namespace assay::cli::optbug {

// The first paragraph of each API's documentation, by the installed frameworks; asks one that was
// never asked before. A framework that cannot be asked gives nothing, and is told on stderr.
assay::optbug::Documentation OptimiserDocumentation(const std::vector<std::string>& frameworks);

}  // namespace assay::cli::optbug
