// What `assay check --speed --memory` shows.
#pragma once

#include <ostream>

#include "resources/check_model.h"

namespace assay::cli {

void PrintResources(std::ostream& out, const resources::ResourceReport& report, bool color);

}  // namespace assay::cli
