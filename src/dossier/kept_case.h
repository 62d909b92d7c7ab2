// The cases that were kept of a finding.
#pragma once

#include <optional>
#include <string>

#include "graph/model_case.h"
#include "store/store.h"

namespace assay::dossier {

// The case as it was first seen, the smallest that was kept.
Result<ModelCase> OriginalCase(const store::Store& store, const std::string& id);
// The sighting that was reduced, where that is known; otherwise the smallest. Nothing when none is
// kept.
Result<std::optional<store::SightingRow>> SightingShown(const store::Store& store,
                                                        const std::string& id);
// The reduced case when there is one, otherwise the original.
Result<ModelCase> SmallestCase(const store::Store& store, const std::string& id);

}  // namespace assay::dossier
