// The program in what a model answers.
#pragma once

#include <string>

namespace assay::trial {

// Answers often stand between marks (```python).
std::string WithoutFence(const std::string& text);

// The program of an answer: between marks, or else from its first import on; the first where it
// goes on with more examples.
std::string ProgramOfAnswer(const std::string& answer);

}  // namespace assay::trial
