// The program in what a model answers.
#pragma once

#include <string>

namespace assay::trial {

// Answers often stand between marks (```python).
std::string WithoutFence(const std::string& text);

// The program of an answer: between marks, or else from its first import on; the first where it
// goes on with more examples.
std::string ProgramOfAnswer(const std::string& answer);

// Imports that a written program forgot.

// `program` with an import in front for every undefined name that everybody writes the same way
// (torch, np, tf, jnp, F …). Other names stay undefined.
std::string CompleteImports(const std::string& program);

// A program without what gives the answer away.

// Comments, documentation strings and the texts of assertions are taken out: people write there
// what the program is meant to show. What the program prints and computes stays. The result is the
// same program; a text that cannot be parsed is returned as it is.
std::string CleanProgram(const std::string& text);

}  // namespace assay::trial
