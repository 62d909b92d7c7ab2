// Facts about a subject that only its values tell.
#pragma once

#include "oracle/evidence.h"

namespace assay::oracle {

// Whether a 64-bit integer that the model reads, computes or gives does not fit in 32 bits.
bool NeedsWideIntegers(const Subject& subject);

// What a careful library may give, per output; empty when that could not be evaluated.
// `tf32`: see Rules.
std::vector<Known> StrictOutputs(const Subject& subject, bool tf32 = false);

}  // namespace assay::oracle
