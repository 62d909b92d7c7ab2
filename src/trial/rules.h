// Calls proposed from what is documented of each parameter.
#pragma once

#include <vector>

#include "trial/call.h"
#include "trial/dialect.h"

namespace assay::trial {

// At most `most`: every scheme of shapes with every choice of other values, the likeliest first.
std::vector<ApiCall> CallsByRule(const knowledge::ApiDoc& doc, const Dialect& dialect,
                                 const CallBook& book, size_t most);

}  // namespace assay::trial
