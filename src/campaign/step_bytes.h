// Steps of a campaign to and from bytes, for the spool.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "store/rows.h"

namespace assay::campaign {

std::string StepBytes(const store::CampaignStep& step);
Result<store::CampaignStep> StepFrom(std::string_view bytes);

// `newer` behind `older`, as one step.
store::CampaignStep JoinSteps(store::CampaignStep newer, store::CampaignStep older);

}  // namespace assay::campaign
