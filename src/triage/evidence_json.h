// The proof of a failure as JSON: what was got, what is true, how far apart.
#pragma once

#include <nlohmann/json.hpp>

#include "oracle/check.h"

namespace assay::triage {

// {"status", "oracle", "stage", "error", "message", "output", "element", "got", "truth", "bound",
// "layer": {"op", "tensor", "element", "got", "low", "high"}}: what applies. Numbers that are not
// finite are the texts "nan", "inf" and "-inf".
nlohmann::json EvidenceJson(const oracle::TargetResult& result);

}  // namespace assay::triage
