// Tools that environments are made with, run with the user's own variables: pip needs the user's
// configuration, proxies and certificates. What is installed is run elsewhere, in the sandbox.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "report/repro/run_command.h"

namespace assay::bugs {

// `words` begins with an absolute path. Variables that would change what a Python finds are left
// out; `more` is added ("NAME=value").
Result<report::Ended> RunTool(const std::vector<std::string>& words, double wall_s,
                              const std::vector<std::string>& more = {});

// Where a program lies on PATH; "": nowhere.
std::string OnPath(const std::string& name);

bool Succeeded(const report::Ended& ended);

}  // namespace assay::bugs
