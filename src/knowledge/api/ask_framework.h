// A script of workers/python run with a framework's Python: what it says of the framework.
#pragma once

#include <string>

#include "base/result.h"
#include "knowledge/api/introspect.h"
#include "lab/registry.h"
#include "program/sandbox.h"

namespace assay::knowledge {

// In a sandbox (program/sandbox.h): without network, with a home of its own, unable to change
// anything. Where no sandbox works it runs without; ProbeSandbox() says so. Minutes at most. A line
// "progress torch.nn 812" of its standard error goes to `tell`.
Result<program::SandboxOutcome> AskFramework(const lab::Target& target, const std::string& home,
                                             const std::string& script, const std::string& input,
                                             const TellProgress& tell);

// Whether it came to its own end and all that it printed is there.
bool EndedWell(const program::SandboxOutcome& outcome);

// "signal 11", "exit code 1", "beyond its limit: memory".
std::string EndingOf(const program::SandboxOutcome& outcome);

}  // namespace assay::knowledge
