// One finding as lists and its own page tell it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "store/rows.h"
#include "store/store.h"

namespace assay::web {

// "output inconsistency" of F1; "" for a class that is none.
std::string ClassName(std::string_view id);

// The keys that a row of /api/findings and /api/findings/ID have in common.
nlohmann::json FindingRowJson(const store::FindingRow& row);

// The finding that a stranger asks for; NotFound when there is none.
Result<store::FindingRow> FindRow(const store::Store& store, const std::string& id);

}  // namespace assay::web
