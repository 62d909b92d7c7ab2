// Operators that make, change and read sequences and optionals.
#pragma once

#include "generate/grower.h"

namespace assay::generate {

// One attempt: a sequence or optional is made and read, or one that is there is changed or read.
// False: the draft is as before.
bool AddSequenceUse(Grower& grower, Rng& rng, const GraphOptions& options);

}  // namespace assay::generate
