// A failure as rows of the store.
#pragma once

#include <string>

#include "oracle/check.h"
#include "store/rows.h"

namespace assay::triage {

// `confirmed`: it was repeated in a clean process.
store::FindingRow FindingRowOf(const oracle::TargetResult& result, const std::string& signature,
                               bool confirmed);

store::SightingRow SightingRowOf(const oracle::Subject& subject, const oracle::TargetResult& result,
                                 const std::string& signature, std::string recipe);

}  // namespace assay::triage
