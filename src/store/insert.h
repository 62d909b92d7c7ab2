// What several files of the store share: writing steps of campaigns, reading findings.
#pragma once

#include "store/database.h"
#include "store/rows.h"

namespace assay::store {

Status InsertFindings(const Database& database, const CampaignStep& step);
Status InsertSightings(const Database& database, const CampaignStep& step);
Status InsertProgress(const Database& database, const CampaignStep& step);

// Whether the step of a lane is still to be written; an error when another agent has the lane now.
Result<bool> TakeStep(const Database& database, const CampaignStep& step);

// Lanes of a shared campaign whose agents have not been heard of go back.
Status ReturnLeases(const Database& database, const std::string& name);

// Reads what kFindingColumns selects.
extern const char* const kFindingColumns;
FindingRow ReadFinding(Statement& select);

}  // namespace assay::store
