// Plainest: a reduced case with every operator replaced by the plainest one that fails in the same
// way.
//
// A bug seldom belongs to one operator: an optimiser that forgets a user of a value does so
// whatever makes the value, a kernel that crashes on empty tensors is shared by a family. The
// reduced cases of such a bug differ in their operators, their plainest forms do not. It serves
// grouping only; the case that people are shown keeps its operators.
//
// A single operator that is wrong may be replaced only when both it and its stand-in are right in
// an ordinary form (float32, size 1, no attributes): then they share the condition under which they
// fail. An operator that is always wrong is a bug of its own.
#pragma once

#include <functional>

#include "triage/probe.h"

namespace assay::triage {

// `reduced` shows `symptom` on the probe's target. Gives it back when nothing can be replaced.
// `should_stop` may be empty.
ModelCase Plainest(ModelCase reduced, const Probe& probe, const Symptom& symptom,
                   const std::function<bool()>& should_stop);

}  // namespace assay::triage
