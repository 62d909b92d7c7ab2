// What `assay check` shows of one model: a table for people.
#pragma once

#include <ostream>

#include "resources/check_model.h"
#include "triage/check_model.h"

namespace assay::cli {

void PrintCheck(std::ostream& out, const triage::CheckReport& report, bool color);

// What `assay check --speed --memory` shows.
void PrintResources(std::ostream& out, const resources::ResourceReport& report, bool color);

}  // namespace assay::cli
