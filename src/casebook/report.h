// A program finding as a report: the documentation's sentence, what happens, the program.
#pragma once

#include "casebook/finding.h"
#include "report/material.h"
#include "report/report.h"

namespace assay::casebook {

// `material`: row, facts, environment, history and record; it needs no model.
report::Report ReportOf(const ProgramFinding& finding, const report::Material& material);

// A short word for tables: the study's class, as far as rules over the outcome can tell it.
triage::Classification ClassOf(const ProgramFinding& finding);

}  // namespace assay::casebook
