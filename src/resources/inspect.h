// Inspect: asks the checks of time and memory about one case on one target, and believes what they
// say when they say it again with new processes.
#pragma once

#include <vector>

#include "oracle/check.h"
#include "resources/check.h"
#include "triage/probe.h"

namespace assay::resources {

struct InspectOptions {
  bool speed = true, memory = true;
  uint64_t seed = 0;
  bool thorough = false;  // Scene::thorough
};

struct Inspected {
  oracle::TargetResult result;  // oracle, status and message are set
  ModelCase shown;              // the case that shows it best
};

// What one check has to say, if anything, said twice and the second time with new processes.
// Without `confirm` its first word counts.
std::optional<Inspected> InspectWith(const CheckDef& check, const ModelCase& model_case,
                                     const lab::Target& target, Desk& desk,
                                     const InspectOptions& options, bool confirm = true);

// Everything that is wrong; empty when all is well or the target cannot run the case.
std::vector<Inspected> Inspect(const ModelCase& model_case, const lab::Target& target, Desk& desk,
                               const InspectOptions& options);

// A probe for findings of time and memory: it asks their check again, in place of judging results.
// Looks thoroughly; a clean process (ProbeOptions::fresh) means new processes for measuring, and
// ProbeOptions::confirm that the check must say it twice. A case that the target cannot run is
// judged as usual, so that a refusal is never taken for a cure. Thread-safe: all such probes of the
// program measure one at a time. `check` is one of AllChecks().
triage::Probe MeasuringProbe(const CheckDef& check, const lab::Target& target, lab::Lab& lab);

}  // namespace assay::resources
