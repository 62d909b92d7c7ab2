// How `assay fuzz --campaign NAME` joins a campaign that others may share, and what it works on
// then.
#pragma once

#include <string>

#include "base/result.h"
#include "campaign/campaign.h"
#include "store/store.h"

namespace assay::cli {

struct Joined {
  campaign::Membership member;
  campaign::Config config;  // of its lane: as the campaign's, with a seed of its own
  campaign::Limits limits;  // what is left of the campaign's time; other budgets are the whole's
};

// `agent`: see NewAgent.
Result<Joined> JoinCampaign(store::Store& store, const std::string& name, const std::string& agent,
                            const campaign::Config& config, const campaign::Limits& limits);

// A name that no other process has: machine, process, time, chance.
std::string NewAgent();
std::string MachineName();

}  // namespace assay::cli
