// assay.1, from the commands' own declarations and from the documentation.
#pragma once

#include <string>

#include "base/result.h"

namespace assay::cli {

// `home`: where the documentation lies.
Result<std::string> ManPage(const std::string& home);

}  // namespace assay::cli
