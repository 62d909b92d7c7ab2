// The two halves of ReadProgram.
#pragma once

#include <string>

#include "program/parse/program.h"

namespace assay::program {

// Fills everything of `program` from its tree.
void ReadTree(Program& program);

// Gives calls of names that nothing else explains (not the language, not the program) the module of
// the only star import.
void ExplainByStar(Program& program, const std::string& module);

}  // namespace assay::program
