// Processes that an earlier case has spoilt: a heap that it damaged, state that it left behind.
//
// A case that fails in a process which has served others, and holds in a clean one, is not to
// blame: the model to show is the one before it. What the process had run is run again, in order,
// in clean processes, and halved until one earlier case is left.
#pragma once

#include <functional>
#include <optional>

#include "graph/model_case.h"
#include "lab/lab.h"

namespace assay::oracle {

// Whether a run fails as the first one did.
using FailsAlike = std::function<bool(const lab::Observation& seen)>;

// The earlier case after which `request` fails: alone with it, twice. Nothing: the failure does not
// come back that way, or more than one case is needed.
std::optional<ModelCase> FindSpoiler(const lab::Observation& first, const lab::Request& request,
                                     const lab::Target& target, lab::Lab& lab,
                                     const FailsAlike& fails);

}  // namespace assay::oracle
