// What a framework's error message says, without what differs from case to case.
#pragma once

#include <string>
#include <string_view>

namespace assay::triage {

// The first line of a message without names, numbers, addresses, shapes and folders. A line that
// only says where something happened ("While validating node …:") takes the next one with it. C++
// function signatures and template arguments go as well: they are long and hide the sentence that
// matters. Types of operators stay, without their version, and so do the base names of source
// files, without line numbers: both move from version to version. A long text keeps both ends.
std::string NormalizedMessage(std::string_view message);

// The operator that the framework itself says it failed at, the innermost where graphs are nested:
// "ReduceMax" of "while running ReduceMax node", "QuantizeLinear" of "of operator (QuantizeLinear)
// in node". "" where it names none.
std::string OperatorBlamed(std::string_view message);
// Whether it says that an operator made another shape than was inferred for it.
bool SaysOtherShape(std::string_view message);

}  // namespace assay::triage
