// What is left of a difference that should be nothing.
#pragma once

#include "mirror/check/recording.h"

namespace assay::mirror {

// `wide`, a run in double precision, without numbers that are nothing but rounding: those that are
// smaller there by orders of magnitude than in `narrow`, the same run in the program's own types.
// They become zero. How large noise is says nothing of what a program does.
Recording WithoutNoise(const Recording& wide, const Recording& narrow);

}  // namespace assay::mirror
