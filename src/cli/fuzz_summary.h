// What `assay fuzz` tells when it is done.
#pragma once

#include "campaign/campaign.h"
#include "cli/fuzz_flags.h"

namespace assay::cli {

// On stdout: one JSON object with --json, otherwise for people.
void PrintSummary(const FuzzFlags& flags, const campaign::Progress& progress);

}  // namespace assay::cli
