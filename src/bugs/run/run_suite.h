// Many bugs, several at a time; what is done is kept at once and never done twice.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "bugs/database/database.h"
#include "bugs/run/journal.h"

namespace assay::bugs {

struct SuiteOptions {
  RunOptions run;
  std::string log_directory;  // exists; gets the journal and <library>/issue_<id>.log
  size_t jobs = 1;
  size_t keep = 0;  // environments at most, those used last; 0: all
  std::function<bool()> should_stop;
  // Called one at a time, from several threads.
  std::function<void(const Bug&, const std::string& log_file)> started;
  std::function<void(const Bug&, const DoneTest&, const std::string& log)> ended;
};

struct Suite {
  std::vector<DoneTest> done;  // earlier runs included, in the order of the bugs
  // Tests were left running: the caller ends the process, which ends them.
  bool interrupted = false;
};

// An error: nothing can be run here, or the journal cannot be written.
Result<Suite> RunSuite(const std::vector<const Bug*>& bugs, const SuiteOptions& options);

// "Bug reproduction successful", as the database's own tools say it.
std::string_view OutcomeSentence(Outcome outcome);

// Before and after the tests of many bugs: which, where their logs go, and what came out.
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
