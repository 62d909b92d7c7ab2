// Who else passes the checks that a twin fails: numpy, the source's framework, a further one.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "mirror/check/assess.h"
#include "mirror/check/runner.h"

namespace assay::mirror {

struct Votes {
  int with = 0;                                   // pass all checks of the source
  int against = 0;                                // fail one as the twin does
  nlohmann::json told = nlohmann::json::array();  // {"who", "says"}
};

// Programs of jax are also asked with numpy in place of jax.numpy. What raises another error than a
// failed check has no vote.
Result<Votes> AskOthers(Runner& runner, const std::vector<Reference>& references);

}  // namespace assay::mirror
