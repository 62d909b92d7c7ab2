// What `assay doctor` says of the places that the program relies on.
#pragma once

#include <vector>

#include "cli/doctor_finding.h"
#include "lab/registry.h"

namespace assay::cli {

// Home, cache, the Python that makes environments, each environment that targets need, the
// dashboard's pages: what was found where.
std::vector<DoctorFinding> ExaminePlaces(const lab::Registry& registry);

}  // namespace assay::cli
