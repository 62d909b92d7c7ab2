// A program without what gives the answer away.
#pragma once

#include <string>

namespace assay::trial {

// Comments, documentation strings and the texts of assertions are taken out: people write there
// what the program is meant to show. What the program prints and computes stays. The result is the
// same program; a text that cannot be parsed is returned as it is.
std::string CleanProgram(const std::string& text);

}  // namespace assay::trial
