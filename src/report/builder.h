// Makes a report out of what is known of a finding. What is not known is said, with the command
// that finds it out.
#pragma once

#include "report/material.h"
#include "report/report.h"

namespace assay::report {

Report BuildReport(const Material& material);

}  // namespace assay::report
