// Sums of elements that are sent to places known beforehand: the transpose of a fixed gathering.
#pragma once

#include "gradient/tape.h"

namespace assay::gradient {

// d: [B, S]. Element s of each row goes to place target[s] (-1: nowhere) of a row of `places`; what
// meets at a place is added. Gives [B, places]. Written as a Gather of the sources of each place
// and a sum, which every opset and framework has.
ValueId Spread(Tape& t, ValueId d, const std::vector<int64_t>& target, int64_t places);

// x: [B, P]. Gives [B, n] with element from[i] of each row at i, `outside` where that is -1.
ValueId Collect(Tape& t, ValueId x, const std::vector<int64_t>& from, double outside);

}  // namespace assay::gradient
