// All that is known of a finding, for machines.
#pragma once

#include "base/json.h"
#include "store/store.h"

namespace assay::dossier {

// As `assay findings show --json` prints it.
Result<nlohmann::json> FindingJson(const store::Store& store, const store::FindingRow& row);

}  // namespace assay::dossier
