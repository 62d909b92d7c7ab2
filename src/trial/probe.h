// Finds calls of an API that work, by trying proposals in the program lab.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/lab/program_lab.h"
#include "trial/call.h"
#include "trial/dialect.h"

namespace assay::trial {

struct Probed {
  std::vector<ApiCall> calls;  // those that work
  bool reached = false;        // the API was called, whatever came of it
  std::string problem;         // why none works: the last error
  // The call at which the process died or hung; its text, "" when it did not.
  std::string fatal;
  std::optional<ApiCall> fatal_call;  // the same, to be tried alone
  std::string program;                // all attempts, without our own functions
  program::ProgramStatus status = program::ProgramStatus::kValid;
};

// `preamble`: the prelude and the probe.
Result<Probed> ProbeCalls(const knowledge::ApiDoc& doc, const Dialect& dialect,
                          const std::string& preamble, const std::vector<ApiCall>& attempts,
                          program::ProgramLab& lab);

// Calls of an API that may work: those of its examples, those of the call book, and arguments
// proposed from what is documented of each parameter.

// The likeliest first, at most `most`, no two alike. Of proposals by rule only what must be passed
// is passed. The call book of the dialect is read once per process.
std::vector<ApiCall> ProposeCalls(const knowledge::ApiDoc& doc, const Dialect& dialect,
                                  size_t most);
std::vector<ApiCall> ProposeCalls(const knowledge::ApiDoc& doc, const Dialect& dialect,
                                  const CallBook& book, size_t most);

}  // namespace assay::trial
