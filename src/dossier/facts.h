// What was learnt of a finding, by aspect.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/json.h"
#include "graph/model_case.h"
#include "store/store.h"

namespace assay::dossier {

using Facts = std::map<std::string, nlohmann::json>;

// Facts by aspect; an empty object for what cannot be read.
Result<Facts> FactsOf(const store::Store& store, const std::string& id);

// The case as it was first seen, the smallest that was kept.
Result<ModelCase> OriginalCase(const store::Store& store, const std::string& id);
// The sighting that was reduced, where that is known; otherwise the smallest. Nothing when none is
// kept.
Result<std::optional<store::SightingRow>> SightingShown(const store::Store& store,
                                                        const std::string& id);
// The reduced case when there is one, otherwise the original.
Result<ModelCase> SmallestCase(const store::Store& store, const std::string& id);

}  // namespace assay::dossier
