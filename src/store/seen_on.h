// Which machines a finding was seen on.
#pragma once

#include <string>
#include <vector>

#include "store/database.h"
#include "store/rows.h"

namespace assay::store {

// Each of `findings`, sorted by id, was seen on `machine`; nothing when that is not known.
Status InsertSeenOn(const Database& database, const std::vector<FindingRow>& findings,
                    const Machine& machine);
// `finding` was seen where its kept cases were.
Status CopySeenOn(const Database& database, const std::string& finding);

}  // namespace assay::store
