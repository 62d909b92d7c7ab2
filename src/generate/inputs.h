// Inputs for a model, made from its types and a seed.
#pragma once

#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "graph/graph.h"
#include "tensor/datum.h"

namespace assay::generate {

// One value per graph input that has no initializer (an absent optional is not made: those get a
// value, too). Floats are standard normal, integers small and non-negative (they are often
// indices), dimensions that are not known become 2. Inputs of kinds that cannot be made up (maps)
// are an Unsupported error that names the input.
Result<std::vector<Datum>> RandomInputs(const Graph& graph, Rng& rng);

Result<Datum> RandomDatum(const ValueType& type, Rng& rng);

}  // namespace assay::generate
