// What frameworks document of their optimisers, for prompts.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "optbug/model/prompts.h"

namespace assay::optbug {

// The first paragraph of each API's documentation, by the installed frameworks; asks one that was
// never asked before. A framework that cannot be asked gives nothing; `warn` is told why.
Documentation OptimiserDocumentation(const std::vector<std::string>& frameworks,
                                     const std::function<void(const std::string&)>& warn);

}  // namespace assay::optbug
