// What is left of a difference that should be nothing.
#pragma once

#include "mirror/check/recording.h"

namespace assay::mirror {

// Whether a number is nothing but rounding: small in double precision, and smaller there by orders
// of magnitude than in a narrower type.
bool IsNoise(double wide, double narrow);

// `wide`, a run in double precision, with zero in place of noise; `narrow` is the same run in the
// program's own types. How large noise is says nothing of what a program does.
Recording WithoutNoise(const Recording& wide, const Recording& narrow);

}  // namespace assay::mirror
