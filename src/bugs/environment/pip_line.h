// What may stand in the file of requirements that pip is given. Its lines come from a stranger's
// database, and pip understands more than names of packages there.
#pragma once

#include <string>
#include <string_view>

namespace assay::bugs {

// Why `line` must not reach pip; "": it may.
std::string WhyNotForPip(std::string_view line);

// An option that makes pip install more than the line names (-r, -c, -e): what it would be is not
// read here, so that an environment without it would be another one. "": it is none.
std::string ReachesFurther(std::string_view option);

}  // namespace assay::bugs
