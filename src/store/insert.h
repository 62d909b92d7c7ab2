// What several files of the store share: writing steps of campaigns, reading findings.
#pragma once

#include "store/database.h"
#include "store/rows.h"

namespace assay::store {

// Counts of findings that are there already add up; `only_new`: they are left as they are.
Status InsertFindings(const Database& database, const CampaignStep& step, bool only_new = false);
Status InsertSightings(const Database& database, const CampaignStep& step);
Status InsertProgress(const Database& database, const CampaignStep& step);

// All of a step, within a transaction.
Status WriteStep(const Database& database, const CampaignStep& step);
// What a step changes in the row of its campaign, and the values for the places in it.
extern const char* const kStepColumns;
void BindStep(Statement& update, const CampaignStep& step);

// Brings the row of a lane forward; false: that step was written already. An error when another
// agent has the lane now.
Result<bool> TakeStep(const Database& database, const CampaignStep& step);

// Lanes of a shared campaign whose agents have not been heard of go back.
Status ReturnLeases(const Database& database, const std::string& name);

// Reads what kCampaignColumns selects, a row of `campaigns` without its state.
extern const char* const kCampaignColumns;
CampaignRow ReadCampaign(Statement& select);

// Reads what kFindingColumns selects.
extern const char* const kFindingColumns;
FindingRow ReadFinding(Statement& select);

}  // namespace assay::store
