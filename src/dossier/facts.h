// What was learnt of a finding, by aspect.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "store/store.h"

namespace assay::dossier {

using Facts = std::map<std::string, nlohmann::json>;

// Facts by aspect; an empty object for what cannot be read.
Result<Facts> FactsOf(const store::Store& store, const std::string& id);

}  // namespace assay::dossier
