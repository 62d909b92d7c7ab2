// If, Loop and Scan around small generated bodies.
#pragma once

#include "generate/grower.h"

namespace assay::generate {

// One attempt at one of the three. False: the draft is as before.
bool AddControlFlow(Grower& grower, Rng& rng, const GraphOptions& options);

}  // namespace assay::generate
