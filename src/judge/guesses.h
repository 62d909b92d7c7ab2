// Calls for APIs of which no parameters are documented.
#pragma once

#include <vector>

#include "judge/call.h"
#include "judge/dialect.h"

namespace assay::judge {

// Nothing, one tensor, two, a tensor and a number…: arguments without names. Empty when parameters
// are documented.
std::vector<ApiCall> GuessedCalls(const knowledge::ApiDoc& doc, const Dialect& dialect);

}  // namespace assay::judge
