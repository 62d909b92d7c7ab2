// Runs one of the project's own scripts.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace assay::cli {

struct ScriptOptions {
  std::string log = {};    // what it prints is added to this file; "": goes to stderr
  bool own_group = false;  // a process group of its own, led by it
};

// -1 when it could not be started.
pid_t StartScript(const std::vector<std::string>& words, const ScriptOptions& options = {});

// Waits for `words` (a program and its arguments); what it prints goes to stderr. Returns its exit
// code, or -1 when it could not be started or was killed.
int RunScript(const std::vector<std::string>& words);

}  // namespace assay::cli
