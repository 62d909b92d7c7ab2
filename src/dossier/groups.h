// The findings of a store as members of groups.
#pragma once

#include <vector>

#include "store/store.h"
#include "triage/group.h"

namespace assay::dossier {

// All findings with the size of their smallest case, most realistic first.
Result<std::vector<triage::Member>> Members(const store::Store& store);

// Writes the key of its group to every finding.
Status KeepGroups(store::Store& store);

}  // namespace assay::dossier
