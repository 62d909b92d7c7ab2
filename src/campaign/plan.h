// The plan of a campaign: what is settled before its first case and stays as it is.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "campaign/campaign.h"
#include "campaign/realism.h"
#include "campaign/stage.h"

namespace assay::campaign {

// What RunCampaign was asked for; all of it outlives the campaign.
struct Assignment {
  const Config& config;
  const Limits& limits;
  const std::vector<lab::Target>& targets;
  store::Store& store;
  const int64_t id;
  const Hooks& hooks;
  const Membership* const member;  // nullptr outside shared campaigns
};

struct Plan {
  const Assignment& assignment;
  const StageDef& stage;
  std::unique_ptr<const Seeds> seeds;  // that the method works from
  std::unique_ptr<const Method> method;
  Judge judge = Judge::kCertified;
  Realism realism;
  std::map<std::string, std::vector<uint64_t>> gaps;  // what the survey found, by target
  std::vector<std::string> notes;                     // for people: seeds left out, and the like
  bool stopped = false;                               // it was told to end while the plan was made
};

// Asks targets what they support, and whether they agree on the seeds.
Result<Plan> MakePlan(const Assignment& assignment, lab::Lab& lab);

}  // namespace assay::campaign
