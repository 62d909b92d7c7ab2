// Steps of a lane that an agent could not write before it ended, written by somebody else.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "store/rows.h"

namespace assay::store {

// In order of their numbers, without gaps; `steps` is not empty and all are of one lane.
struct LeftSteps {
  std::string name;   // of the shared campaign
  std::string agent;  // whose steps they are; it has ended
  std::vector<CampaignStep> steps;
};

enum class Replayed {
  kWritten,   // everything: nobody has gone on with the lane
  kFindings,  // somebody has, and runs those cases again: what they found is kept, not counted
  kUnknown,   // the store has never heard of that agent; nothing was written
};

// All or nothing. The same steps may be replayed again: nothing is counted twice. A lane that is
// still the agent's goes back.
Result<Replayed> Replay(const std::string& path, const LeftSteps& left);

}  // namespace assay::store
