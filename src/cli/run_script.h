// Runs one of the project's own scripts.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace assay::cli {

// What it prints goes to stderr; -1 when it could not be started.
pid_t StartScript(const std::vector<std::string>& words);

// Waits for `words` (a program and its arguments); what it prints goes to stderr. Returns its exit
// code, or -1 when it could not be started or was killed.
int RunScript(const std::vector<std::string>& words);

}  // namespace assay::cli
