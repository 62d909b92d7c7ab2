// What `assay run` prints.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/run_tasks.h"

namespace assay::cli {

// The outcomes, as JSON, for one program in full, or as a table. The exit code.
int ReportRuns(const std::vector<RunTask>& tasks, bool json);

// --check: the mistakes that can be seen without running anything.
int ReportChecks(const std::vector<RunTask>& tasks, bool json);

// --explain: what the text says, taken apart (src/program/parse/decompose.h).
int ExplainPrograms(const std::vector<RunTask>& tasks, bool json);

// Control characters written out (\x1b): what an untrusted program says must not steer a terminal.
// Line ends and tabs stay.
std::string Visible(std::string_view text);

}  // namespace assay::cli
