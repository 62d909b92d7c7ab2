// What `assay check` shows of one model: a table for people.
#pragma once

#include <ostream>

#include "triage/check_model.h"

namespace assay::cli {

void PrintCheck(std::ostream& out, const triage::CheckReport& report, bool color);

}  // namespace assay::cli
