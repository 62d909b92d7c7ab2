// What generated graphs are like as a whole: their opset and the type of most of their values.
#pragma once

#include "base/rng.h"
#include "tensor/dtype.h"

namespace assay::campaign {

// One that a target of these limits takes, if it takes any that campaigns use.
int DrawOpset(Rng& rng, int oldest, int newest);

// The type of most values of a generated graph.
DType MainType(Rng& rng);

}  // namespace assay::campaign
