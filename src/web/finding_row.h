// One finding as lists and its own page tell it.
#pragma once

#include <nlohmann/json.hpp>

#include "store/rows.h"
#include "store/store.h"

namespace assay::web {

// The keys that a row of /api/findings and /api/findings/ID have in common.
nlohmann::json FindingRowJson(const store::FindingRow& row);

// The finding that a stranger asks for; NotFound when there is none.
Result<store::FindingRow> FindRow(const store::Store& store, const std::string& id);

}  // namespace assay::web
