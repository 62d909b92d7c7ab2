// Makes a report out of what is known of a finding. What is not known is said, with the command
// that finds it out.
#pragma once

#include "report/material.h"
#include "report/report.h"

namespace assay::report {

Report BuildReport(const Material& material);
// What every report says of its finding, without title, sections and what they are about.
Report ReportHead(const Material& material, const triage::Classification& classes);

}  // namespace assay::report
