// Calls proposed from what is documented of each parameter.
#pragma once

#include <vector>

#include "judge/call.h"
#include "judge/call_book.h"
#include "judge/dialect.h"

namespace assay::judge {

// At most `most`: every scheme of shapes with every choice of other values, the likeliest first.
std::vector<ApiCall> CallsByRule(const knowledge::ApiDoc& doc, const Dialect& dialect,
                                 const CallBook& book, size_t most);

}  // namespace assay::judge
