// What a program said, in one line.
#pragma once

#include <string>

namespace assay::program {

// Line breaks and tabs become blanks; what is long is cut.
std::string OneLine(const std::string& text);

}  // namespace assay::program
