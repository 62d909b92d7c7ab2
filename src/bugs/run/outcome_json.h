// Outcomes of tests as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "bugs/database/bug.h"
#include "bugs/run/journal.h"
#include "bugs/run/verify.h"

namespace assay::bugs {

nlohmann::json ToJson(const Bug& bug, const TestRun& run);
nlohmann::json ToJson(const DoneTest& done);
nlohmann::json ToJson(const Bug& bug, const Verification& one);

// What verifying came to: "verified", "failed", "unsat prereqs", "not for this machine".
std::string_view WordOf(const Bug& bug, const Verification& one);

// All that is known of a bug.

// The columns of its row keep the order of the file.
nlohmann::ordered_json InfoOf(const Bug& bug);

}  // namespace assay::bugs
