// A probe for findings of time and memory: it asks their check again, in place of judging results.
#pragma once

#include "resources/check.h"
#include "triage/probe.h"

namespace assay::resources {

// Looks thoroughly; a clean process (ProbeOptions::fresh) means new processes for measuring, and
// ProbeOptions::confirm that the check must say it twice. A case that the target cannot run is
// judged as usual, so that a refusal is never taken for a cure. Thread-safe: all such probes of the
// program measure one at a time. `check` is one of AllChecks().
triage::Probe MeasuringProbe(const CheckDef& check, const lab::Target& target, lab::Lab& lab);

}  // namespace assay::resources
