// Finds calls of an API that work, by trying proposals in the program lab.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/lab/program_lab.h"
#include "trial/call.h"

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

}  // namespace assay::trial
