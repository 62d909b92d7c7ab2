// Many bugs, several at a time; what is done is kept at once and never done twice.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "bugs/run/journal.h"

namespace assay::bugs {

struct SuiteOptions {
  RunOptions run;
  std::string log_directory;  // exists; gets the journal and <library>/issue_<id>.log
  size_t jobs = 1;
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

}  // namespace assay::bugs
