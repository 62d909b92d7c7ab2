// An agent: how a process joins a campaign that others may share, and what it works on then.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "campaign/campaign.h"
#include "lab/registry.h"
#include "store/store.h"

namespace assay::campaign {

// Hears what an agent has to say on its way.
using Tell = std::function<void(const std::string&)>;

// A campaign as it was asked for; who joins one that is there takes over its settings.
struct SharedCampaign {
  std::string address;  // of the store, as given
  std::string name;
  Config config;
  Limits limits;
};

struct Joined {
  Membership member;
  Config config;                   // of its lane: as the campaign's, with a seed of its own
  std::vector<std::string> notes;  // what was made good of agents that have ended
  Limits limits;  // what is left of the campaign's time; other budgets are the whole's
};

// `agent`: see store::NewAgent. `limits`: what is left for this agent of those of `shared`.
Result<Joined> JoinCampaign(store::Store& store, const SharedCampaign& shared,
                            const std::string& agent, const Limits& limits);

// For an agent: one that cannot be reached just now is waited for, and `tell` hears of it. What
// waiting does not mend (a wrong password, a host of no such name) is an error at once.
Result<store::Store> OpenShared(const std::string& address, const Tell& tell);

// Works as an agent: lane after lane, as long as the campaign lasts. Neither a lane that was given
// away nor a database that is away for a while is the end; `hooks.stop` is.
Result<Progress> RunAsAgent(const SharedCampaign& shared, const std::vector<lab::Target>& targets,
                            store::Store& store, const Hooks& hooks, const Tell& tell);

}  // namespace assay::campaign
