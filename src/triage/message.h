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

}  // namespace assay::triage
