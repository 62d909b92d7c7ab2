// Outcomes of tests as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "bugs/run/journal.h"
#include "bugs/run/verify.h"

namespace assay::bugs {

nlohmann::json ToJson(const Bug& bug, const TestRun& run);
nlohmann::json ToJson(const DoneTest& done);
nlohmann::json ToJson(const Bug& bug, const Verification& one);

// What verifying came to: "verified", "failed", "unsat prereqs", "not for this machine".
std::string_view WordOf(const Bug& bug, const Verification& one);

}  // namespace assay::bugs
