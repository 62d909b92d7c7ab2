// Calls for APIs of which no parameters are documented.
#pragma once

#include <vector>

#include "trial/call.h"
#include "trial/dialect.h"

namespace assay::trial {

// Nothing, one tensor, two, a tensor and a number…: arguments without names. Empty when parameters
// are documented.
std::vector<ApiCall> GuessedCalls(const knowledge::ApiDoc& doc, const Dialect& dialect);

}  // namespace assay::trial
