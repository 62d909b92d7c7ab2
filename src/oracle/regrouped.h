// Two units in the last place of a result whose every layer is right: what is left when constants
// of a chain are added up first, or when a sum begins with its bias. That is rounding, and nobody's
// fault.
#pragma once

#include <vector>

#include "oracle/judgement.h"

namespace assay::oracle {

// Calls outputs suspicious that were wrong by no more than that. For layers that were judged, each
// by itself, and found right.
void ForgiveRegrouping(std::vector<Judgement>& outputs);

}  // namespace assay::oracle
