// Campaigns as the pages tell them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/json.h"
#include "store/store.h"

namespace assay::web {

// The row of a campaign in lists: what it is, how far it is, whether it runs. `found`: findings by
// campaign, see Store::FindingsByCampaign.
Result<nlohmann::json> CampaignJson(const store::Store& store, const store::CampaignRow& row,
                                    const std::map<int64_t, int64_t>& found);

// A point of its curves. `before`: the sample that rates are counted from; null: the beginning.
nlohmann::json PointJson(const store::ProgressRow& row, const store::ProgressRow* before);
// All samples as points, at most `most` of them.
nlohmann::json PointsJson(const std::vector<store::ProgressRow>& rows, size_t most);

// What only the newest sample tells: running, dried_up, since_new_seconds, current, cpu, trouble.
nlohmann::json StateJson(const store::ProgressRow& row);

// Cases of every campaign, by its number.
Result<std::map<int64_t, int64_t>> CasesByCampaign(const store::Store& store);

// An object, empty for what cannot be read.
nlohmann::json ObjectOf(const std::string& text);

// Campaigns by the numbers that strangers write.
Result<int64_t> CampaignId(const std::string& text);
// NotFound when there is none.
Result<store::CampaignRow> FindCampaign(const store::Store& store, const std::string& text);

}  // namespace assay::web
