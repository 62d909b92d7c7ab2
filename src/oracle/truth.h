// Facts about a subject that only its values tell.
#pragma once

#include "oracle/evidence.h"

namespace assay::oracle {

// Whether a 64-bit integer that the model reads, computes or gives does not fit in 32 bits.
bool NeedsWideIntegers(const Subject& subject);

}  // namespace assay::oracle
