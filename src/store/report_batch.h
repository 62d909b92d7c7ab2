// Reports of a step of a lane as one row, so that what an agent writes each second does not grow
// with the cases that it does: the row stands under the last case number in it, and goes when that
// one is no longer needed.
#pragma once

#include <vector>

#include "base/result.h"
#include "store/rows.h"

namespace assay::store {

// A row for all of them; `reports` is not empty.
ReportRow PackReports(const std::vector<ReportRow>& reports);

// Adds the reports of a row to `out`: those that were packed, or the one that it is.
Status UnpackReports(ReportRow row, std::vector<ReportRow>& out);

}  // namespace assay::store
