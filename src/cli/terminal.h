// Output for people and for programs: progress on stderr when it is a terminal, errors in one
// shape, JSON.
#pragma once

#include "base/json.h"
#include "base/progress_line.h"
#include "base/result.h"

namespace assay::cli {

using Progress = assay::ProgressLine;

// Prints "assay: <message>" and returns the exit code for it.
int Fail(const Error& error);

// What a command came to: its exit code, or the error, which is printed then.
int ExitCode(const Result<int>& outcome);

// On stdout; what is not UTF-8 is replaced. Returns kDone.
int PrintJson(const nlohmann::json& json);

bool StdoutIsTerminal();

// Columns of the terminal that stdout is; 0 when it is none, or will not say.
size_t TerminalWidth();

}  // namespace assay::cli
