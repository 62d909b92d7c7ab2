// Runs the project's own scripts, and programs of environments. They find what every system has
// (bash, coreutils) even where $PATH names no folder of the system.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace assay::lab {

struct ScriptOptions {
  std::string log = {};    // what it prints is added to this file; "": goes to stderr
  bool own_group = false;  // a process group of its own, led by it
};

// -1 when it could not be started.
pid_t StartScript(const std::vector<std::string>& words, const ScriptOptions& options = {});

// Waits for `words` (a program and its arguments); what it prints goes to stderr. Returns its exit
// code, or -1 when it could not be started or was killed.
int RunScript(const std::vector<std::string>& words);

struct ScriptOutput {
  int code = -1;     // as RunScript has it
  std::string text;  // all that it printed on stdout
};
ScriptOutput ReadScript(const std::vector<std::string>& words);

// The words that run a script of the project which is written in Python: by $ASSAY_PYTHON, the
// Python that a wheel was installed for, or by the `python3` of $PATH.
std::vector<std::string> PythonScript(const std::string& path);

// `path`, a value of $PATH, followed by those folders of the system that it lacks.
std::string WithSystemFolders(const std::string& path);

}  // namespace assay::lab
