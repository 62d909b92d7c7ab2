// Known bugs held against the findings of a store.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "store/store.h"
#include "triage/known.h"

namespace assay::life {

using ByBug = std::map<std::string, std::vector<std::string>>;  // findings by id of the entry

// The known bugs that the project ships: bugs/known of the checkout.
Result<std::vector<triage::KnownBug>> ShippedKnownBugs();

// Writes the fact "known" of every finding that an entry matches; the first one counts. Returns the
// findings by id of the entry.
Result<ByBug> MatchKnown(store::Store& store, const std::vector<triage::KnownBug>& bugs);

}  // namespace assay::life
