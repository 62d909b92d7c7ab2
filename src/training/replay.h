// Replay: a lesson again, from the settings that a finding keeps.
//
// Whatever works on findings asks a probe; with this experiment it trains instead of running
// models. A case that was made smaller gets the same settings as far as they fit (Refit).
#pragma once

#include "training/spec.h"
#include "triage/probe.h"

namespace assay::training {

triage::Experiment ReplayOf(const Spec& spec);

// The settings behind the recipe of a sighting; an error when there are none.
Result<Spec> SpecOfRecipe(const std::string& recipe);
// What is kept as recipe of a case with settings, as SpecOfRecipe reads it.
std::string WithSettings(const std::string& recipe, const std::string& settings);

}  // namespace assay::training
