// How `assay fuzz --campaign NAME` joins a campaign that others may share, and what it works on
// then.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "campaign/campaign.h"
#include "cli/fuzz_flags.h"
#include "lab/registry.h"
#include "store/store.h"

namespace assay::cli {

struct Joined {
  campaign::Membership member;
  campaign::Config config;         // of its lane: as the campaign's, with a seed of its own
  std::vector<std::string> notes;  // what was made good of agents that have ended
  campaign::Limits limits;  // what is left of the campaign's time; other budgets are the whole's
};

// `address`: of the store, as given. `agent`: see NewAgent.
Result<Joined> JoinCampaign(store::Store& store, const std::string& address,
                            const std::string& name, const std::string& agent,
                            const campaign::Config& config, const campaign::Limits& limits);

// For an agent: one that cannot be reached just now is waited for, with a note on standard error.
// What waiting does not mend (a wrong password, a host of no such name) is an error at once.
Result<store::Store> OpenShared(const std::string& address);

// Works as an agent: lane after lane, as long as the campaign lasts. Neither a lane that was given
// away nor a database that is away for a while is the end; `hooks.stop` is.
Result<campaign::Progress> RunAsAgent(const FuzzFlags& flags,
                                      const std::vector<lab::Target>& targets, store::Store& store,
                                      const campaign::Hooks& hooks);

// A name that no other process has: machine, process, time, chance.
std::string NewAgent();
std::string MachineName();

}  // namespace assay::cli
