// Durations on the command line.
#pragma once

#include <string>

#include "base/result.h"

namespace assay::cli {

// Seconds of "90", "90s", "2m", "1h", "1d". `flag` is named in the error.
Result<double> ParseDuration(const std::string& text, const std::string& flag = "--time");

}  // namespace assay::cli
