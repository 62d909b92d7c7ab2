// Calls of an API that may work: those of its examples, those of the call book, and arguments
// proposed from what is documented of each parameter.
#pragma once

#include <vector>

#include "trial/call.h"
#include "trial/dialect.h"

namespace assay::trial {

// The likeliest first, at most `most`, no two alike. Of proposals by rule only what must be passed
// is passed. The call book of the dialect is read once per process.
std::vector<ApiCall> ProposeCalls(const knowledge::ApiDoc& doc, const Dialect& dialect,
                                  size_t most);
std::vector<ApiCall> ProposeCalls(const knowledge::ApiDoc& doc, const Dialect& dialect,
                                  const CallBook& book, size_t most);

}  // namespace assay::trial
