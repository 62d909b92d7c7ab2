// How outcomes are told.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "bugs/run/run_suite.h"

namespace assay::cli::bugs {

nlohmann::json ToJson(const assay::bugs::Bug& bug, const assay::bugs::TestRun& run);
nlohmann::json ToJson(const assay::bugs::DoneTest& done);

// "End bug id issue_101: Bug reproduction successful"
std::string EndLine(const assay::bugs::Bug& bug, assay::bugs::Outcome outcome);

// As the scripts of the database end: 0 reproduced, 1 failed, 2 prerequisites not satisfied.
int ExitCode(assay::bugs::Outcome outcome);

}  // namespace assay::cli::bugs
