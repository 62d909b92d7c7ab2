// A report of a finding, out of the store and this machine.
#pragma once

#include "cli/findings/access.h"
#include "report/report.h"

namespace assay::cli::findings {

// `registry` may be null: then the environment is told only where the finding kept it.
Result<report::Report> ReportOf(const store::Store& store, const store::FindingRow& row,
                                const lab::Registry* registry);

}  // namespace assay::cli::findings
