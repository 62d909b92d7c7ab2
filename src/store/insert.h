// Writing findings, from campaigns and outside them.
#pragma once

#include "store/database.h"
#include "store/rows.h"

namespace assay::store {

Status InsertFindings(const Database& database, const CampaignStep& step);
Status InsertSightings(const Database& database, const CampaignStep& step);

}  // namespace assay::store
