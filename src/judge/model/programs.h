// Plain programs around calls that work, for a model to judge.
#pragma once

#include <string>
#include <vector>

#include "judge/trial_names.h"
#include "program/lab/program_lab.h"

namespace assay::judge::model {

// Imports, arguments, seed, and the call with what it returns in `result`.
std::string PlainProgram(const ApiCall& call, const knowledge::ApiDoc& doc, const Dialect& dialect);

// At most `most`, no two alike; empty when no call works.
Result<std::vector<std::string>> WorkingPrograms(const knowledge::ApiDoc& doc,
                                                 const Dialect& dialect, size_t most,
                                                 program::ProgramLab& lab);

}  // namespace assay::judge::model
