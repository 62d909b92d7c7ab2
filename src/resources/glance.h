// A first look at the time of a case, to decide whether a proper one is worth it.
#pragma once

#include <optional>

#include "graph/model_case.h"
#include "resources/bench.h"

namespace assay::resources {

// Own milliseconds of the second run of the case; nothing when the target cannot run it.
std::optional<double> GlanceMs(Bench& bench, const ModelCase& model_case);

}  // namespace assay::resources
