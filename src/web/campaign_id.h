// Campaigns by the numbers that strangers write.
#pragma once

#include <string>

#include "store/store.h"

namespace assay::web {

Result<int64_t> CampaignId(const std::string& text);
// NotFound when there is none.
Result<store::CampaignRow> FindCampaign(const store::Store& store, const std::string& text);

}  // namespace assay::web
