// Before and after the tests of many bugs: which, where their logs go, and what came out.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "bugs/database/database.h"
#include "bugs/run/run_suite.h"

namespace assay::bugs {

// `wanted`, made where it is missing; "": a new folder, named as the database's own tool names it.
// With `resume` it must hold the journal of an earlier run, without it must not.
Result<std::string> LogDirectory(const std::string& wanted, bool resume);

// Those of `ids` (separated by commas; needs a library), or all with a folder of `library` ("":
// all).
Result<std::vector<const Bug*>> ChooseToRun(const Database& database, const std::string& library,
                                            const std::string& ids);

// Total, pass, fail, prerequisites violated.
struct SuiteCount {
  size_t all = 0, pass = 0, fail = 0, unsatisfied = 0;
};

using SuiteCounts = std::vector<std::pair<std::string, SuiteCount>>;  // by library
SuiteCounts CountBy(const std::vector<const Bug*>& bugs, const std::vector<DoneTest>& done);

nlohmann::json SummaryJson(const SuiteCounts& counts, const Suite& suite,
                           const std::string& log_directory);

}  // namespace assay::bugs
