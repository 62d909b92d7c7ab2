// What a shared campaign has come to: for people and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "store/shared.h"

namespace assay::cli::campaigns {

void PrintTotals(const std::string& name, const store::SharedTotals& totals,
                 const std::vector<store::AgentRow>& agents);

nlohmann::json TotalsJson(const std::string& name, const store::SharedTotals& totals,
                          const std::vector<store::AgentRow>& agents);

}  // namespace assay::cli::campaigns
