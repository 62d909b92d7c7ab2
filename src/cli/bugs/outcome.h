// How outcomes are told.
#pragma once

#include <string>

#include "bugs/run/run_suite.h"

namespace assay::cli::bugs {

// "End bug id issue_101: Bug reproduction successful"
std::string EndLine(const assay::bugs::Bug& bug, assay::bugs::Outcome outcome);

// As the scripts of the database end: 0 reproduced, 1 failed, 2 prerequisites not satisfied.
int CodeOf(assay::bugs::Outcome outcome);

}  // namespace assay::cli::bugs
