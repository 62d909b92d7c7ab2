// What a framework's error message says, without what differs from case to case.
#pragma once

#include <string>
#include <string_view>

namespace assay::triage {

// The first line of a message without names, numbers, addresses, shapes and folders. C++ function
// signatures and template arguments go as well: they are long and hide the sentence that matters.
// The base names of source files stay, without line numbers, which move from version to version. A
// long text keeps both ends.
std::string NormalizedMessage(std::string_view message);

}  // namespace assay::triage
